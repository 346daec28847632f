// AIMD(1, 1/8): grows like NewReno, but reduces the window by an eighth after a loss, not by half.
// A flow that cuts less keeps a larger share: look at the queue, and at the share beside CUBIC.

const DECREASE = 1 / 8;

function onAck(flow, ack) {
  if (!ack.cwnd_limited) return;
  if (flow.slow_start) flow.cwnd += 1;
  else flow.cwnd += 1 / flow.cwnd;
}

function onLoss(flow, loss) {
  flow.ssthresh = Math.max(2, loss.base * (1 - DECREASE));
}
