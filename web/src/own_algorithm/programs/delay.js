// own.note.delay.what
// own.note.delay.share

const initial = { starting: true };

function onAck(flow, ack) {
  // own.note.delay.start
  if (flow.state.starting && flow.slow_start && ack.cwnd_limited) flow.cwnd += 1 / 2;
}

function onRound(flow, round) {
  if (round.min_rtt_ms === 0 || flow.in_recovery) return;
  // own.note.delay.queued
  const rtt_ms = flow.state.starting ? round.max_rtt_ms : round.min_rtt_ms;
  const queued = flow.cwnd * (1 - flow.min_rtt_ms / rtt_ms);
  if (flow.state.starting) {
    if (queued < Math.max(4, flow.cwnd / 8)) return;
    flow.state.starting = false;
    log("end of the start:", queued.toFixed(1), "of", flow.cwnd.toFixed(1), "packets in the queue");
    flow.cwnd -= queued;
  } else if (queued < 2) flow.cwnd += 1;
  else if (queued > 4) flow.cwnd -= 1;
}

function onLoss(flow, loss) {
  flow.state.starting = false;
  flow.ssthresh = Math.max(2, loss.base / 2);
}
