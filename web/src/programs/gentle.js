// AIMD(1, 1/8): grows like NewReno, but gives up an eighth of the window after a loss, not half of it.
// Who gives up less holds more: look at the queue, and at the share beside CUBIC.

const GIVEN_UP = 1 / 8;

function onAck(flow, ack) {
  if (!ack.cwnd_limited) return;
  if (flow.slow_start) flow.cwnd += 1;
  else flow.cwnd += 1 / flow.cwnd;
}

function onLoss(flow, loss) {
  flow.ssthresh = Math.max(2, loss.base * (1 - GIVEN_UP));
}
