// own.note.aimd.what

function onAck(flow, ack) {
  if (!ack.cwnd_limited) return; // own.note.aimd.unlimited
  if (flow.slow_start) flow.cwnd += 1;
  else flow.cwnd += 1 / flow.cwnd;
}

function onLoss(flow, loss) {
  flow.ssthresh = Math.max(2, Math.floor(loss.base / 2));
}

function onTimeout(flow, timeout) {
  if (timeout.first) flow.ssthresh = Math.max(2, Math.floor(timeout.base / 2));
}
