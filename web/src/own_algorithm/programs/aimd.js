// AIMD, as in NewReno: add one packet per round trip, halve the window after a loss.

function onAck(flow, ack) {
  if (!ack.cwnd_limited) return; // the window did not limit sending, so it does not grow
  if (flow.slow_start) flow.cwnd += 1;
  else flow.cwnd += 1 / flow.cwnd;
}

function onLoss(flow, loss) {
  flow.ssthresh = Math.max(2, Math.floor(loss.base / 2));
}

function onTimeout(flow, timeout) {
  if (timeout.first) flow.ssthresh = Math.max(2, Math.floor(timeout.base / 2));
}
