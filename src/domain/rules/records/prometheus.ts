import type { Metric } from "../../entities/metric.ts";

/** Metrics as Prometheus reads them. */
export function prometheusText(metrics: readonly Metric[]): string {
  return metrics.flatMap(linesOf).join("\n").concat("\n");
}

function linesOf({ name: dotted, help, samples }: Metric): string[] {
  const name = dotted.replaceAll(".", "_");
  const lines = samples.map(({ labels, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`);
    return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines];
}
