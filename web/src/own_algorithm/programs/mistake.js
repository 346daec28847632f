// own.note.mistake.what
// own.note.mistake.loop

function onLoss(flow, loss) {
  let waited = 0;
  while (flow.in_flight > loss.base / 2) {
    waited += 1;
  }
  flow.ssthresh = Math.max(2, loss.base / 2);
  log("waited for", waited);
}
