// A little Vegas: it keeps two to four packets of its own in the queue, however many the queue would hold.
// Look at the delay, and at what becomes of it beside CUBIC, which fills the queue.

const initial = { starting: true };

function onAck(flow, ack) {
  // Half as fast as slow start: what a round trip says must come before the queue is full.
  if (flow.state.starting && flow.slow_start && ack.cwnd_limited) flow.cwnd += 1 / 2;
}

function onRound(flow, round) {
  if (round.min_rtt_ms === 0 || flow.in_recovery) return;
  // What the window holds beyond what the path holds waits in the queue; a start looks at the longest wait.
  const rtt_ms = flow.state.starting ? round.max_rtt_ms : round.min_rtt_ms;
  const queued = flow.cwnd * (1 - flow.min_rtt_ms / rtt_ms);
  if (flow.state.starting) {
    if (queued < Math.max(4, flow.cwnd / 8)) return;
    flow.state.starting = false;
    log("starts no more:", queued.toFixed(1), "of", flow.cwnd.toFixed(1), "packets wait");
    flow.cwnd -= queued;
  } else if (queued < 2) flow.cwnd += 1;
  else if (queued > 4) flow.cwnd -= 1;
}

function onLoss(flow, loss) {
  flow.state.starting = false;
  flow.ssthresh = Math.max(2, loss.base / 2);
}
