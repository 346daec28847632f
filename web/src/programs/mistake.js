// A mistake on purpose: it waits for its packets to come back, but a call sees one moment only. The loop never ends;
// run it to see how that is told.

function onLoss(flow, loss) {
  let waited = 0;
  while (flow.in_flight > loss.base / 2) {
    waited += 1;
  }
  flow.ssthresh = Math.max(2, loss.base / 2);
  log("waited for", waited);
}
