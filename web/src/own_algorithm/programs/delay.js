// A small Vegas: it keeps two to four packets of its own in the queue, however long the queue may get.
// Look at the delay, and at its share beside CUBIC, which fills the queue.

const initial = { starting: true };

function onAck(flow, ack) {
  // Half as fast as slow start, so that the RTT shows the queue before it is full.
  if (flow.state.starting && flow.slow_start && ack.cwnd_limited) flow.cwnd += 1 / 2;
}

function onRound(flow, round) {
  if (round.min_rtt_ms === 0 || flow.in_recovery) return;
  // Packets beyond what the path holds wait in the queue. At the start the longest RTT of the round counts.
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
