// own.note.gentle.what
// own.note.gentle.share

const DECREASE = 1 / 8;

function onAck(flow, ack) {
  if (!ack.cwnd_limited) return;
  if (flow.slow_start) flow.cwnd += 1;
  else flow.cwnd += 1 / flow.cwnd;
}

function onLoss(flow, loss) {
  flow.ssthresh = Math.max(2, loss.base * (1 - DECREASE));
}
