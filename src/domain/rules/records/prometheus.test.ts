import { expect, it } from "vitest";
import { prometheusText } from "./prometheus.ts";

it("writes a metric with its help, type and labels", () => {
  const samples = [
    { labels: { status: 'a "b"', kind: "x" }, value: 1 },
    { labels: {}, value: 0.5 },
  ];
  expect(prometheusText([{ name: "agentforge.fleet.tasks", help: "Tasks.", samples }])).toBe(
    [
      "# HELP agentforge_fleet_tasks Tasks.",
      "# TYPE agentforge_fleet_tasks gauge",
      'agentforge_fleet_tasks{status="a \\"b\\"",kind="x"} 1',
      "agentforge_fleet_tasks 0.5",
      "",
    ].join("\n"),
  );
});
