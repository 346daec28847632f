// Sends the cell's scenario to the widget as a message, and shows the reply and the run's digest.
const scenario = {
  schema: 1,
  title: "Two CUBIC flows",
  seed: 7,
  duration_s: 30,
  bottleneck: { rate_bps: 2e7, queue: { discipline: "drop_tail", limit_packets: 60 } },
  flows: [
    { name: "near", algorithm: { kind: "cubic" }, base_rtt_ms: 20 },
    { name: "far", algorithm: { kind: "cubic" }, base_rtt_ms: 80 },
  ],
};
const widget = document.getElementById("widget");
const said = document.getElementById("said");
const result = document.getElementById("result");
document.getElementById("cell").textContent = `widget.load({ scenario: ${JSON.stringify(scenario, null, 2)} })`;

async function run(what) {
  const reply = await widget.load({ scenario: what });
  said.textContent = reply.ok ? "opened" : `${reply.error.code}: ${reply.error.errors?.[0]?.message ?? reply.error.message}`;
  if (!reply.ok) return;
  for (let turn = 0; turn < 100; turn += 1) {
    const { digest } = await widget.state();
    if (digest) {
      result.textContent = `digest: ${digest}`;
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

document.getElementById("run").addEventListener("click", () => run(scenario));
document.getElementById("wrong").addEventListener("click", () => run({ ...scenario, duration_s: -1 }));
