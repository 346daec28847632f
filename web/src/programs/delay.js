// A little Vegas: it keeps two to four packets of its own in the queue, however many the queue would hold.
// Look at the delay, and at what becomes of it beside CUBIC, which fills the queue.

const initial = { starting: true };

function onAck(flow, ack) {
  // Half as fast as slow start: what a round trip says must come before the queue is full.
  if (flow.state.starting && flow.slow_start && ack.cwnd_limited) flow.cwnd += 1 / 2;
}

function onRound(flow, round) {
  if (round.min_rtt_ms === 0 || flow.in_recovery) return;
  // What the window holds beyond what the path holds waits in the queue.
  const queued = flow.cwnd * (1 - flow.min_rtt_ms / round.min_rtt_ms);
  if (flow.state.starting && flow.slow_start) {
    if (queued < 4) return;
    flow.state.starting = false;
    log("leaves slow start at", flow.cwnd.toFixed(1), "packets");
  }
  if (queued < 2) flow.cwnd += 1;
  if (queued > 4) flow.cwnd -= 1;
}

function onLoss(flow, loss) {
  flow.state.starting = false;
  flow.ssthresh = Math.max(2, loss.base / 2);
}
