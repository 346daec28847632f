// A deliberate bug: it waits for its packets to be acknowledged, but no time passes during a call. The loop never ends;
// run it to see the error message.

function onLoss(flow, loss) {
  let waited = 0;
  while (flow.in_flight > loss.base / 2) {
    waited += 1;
  }
  flow.ssthresh = Math.max(2, loss.base / 2);
  log("waited for", waited);
}
