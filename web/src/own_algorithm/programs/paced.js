// own.note.paced.what
// own.note.paced.look

const PACKET_BITS = 1500 * 8;

const initial = { rate_bps: 0, before_bps: 0, stalled: 0, starting: true, began_s: 0, repaired: false };

function onRound(flow, round) {
  const s = flow.state;
  const length_s = flow.now_s - s.began_s;
  // own.note.paced.repair
  const whole = !flow.in_recovery && !s.repaired && flow.rtt_ms > 0;
  s.began_s = flow.now_s;
  s.repaired = flow.in_recovery;
  if (!whole) return;
  // own.note.paced.rate
  // own.note.paced.gap
  const measured_bps = (Math.min(round.newly_acked, flow.cwnd) * PACKET_BITS) / length_s;
  s.rate_bps = Math.max(measured_bps, 0.98 * s.rate_bps);
  if (s.starting) {
    // own.note.paced.full
    s.stalled = s.rate_bps < 1.25 * s.before_bps ? s.stalled + 1 : 0;
    s.before_bps = Math.max(s.before_bps, s.rate_bps);
    s.starting = s.stalled < 3;
  }
  const phase = round.number % 8;
  const gain = s.starting ? 2.9 : phase === 0 ? 1.25 : phase === 1 ? 0.75 : 1;
  flow.pacing_bps = gain * s.rate_bps;
  const bdp = (s.rate_bps / PACKET_BITS) * (flow.min_rtt_ms / 1000);
  flow.cwnd = Math.max(4, (s.starting ? 2.9 : 2) * bdp);
}

// own.note.paced.window
function onAck(flow, ack) {
  if (ack.after_timeout) flow.cwnd += ack.newly_acked;
}

// own.note.paced.loss
function onLoss(flow, loss) {
  flow.cwnd = Math.max(4, flow.cwnd);
}
