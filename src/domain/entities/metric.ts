/** The current value of a metric, by label. */
export interface Metric {
  /** In OpenTelemetry's style: `agentforge.fleet.workers`. Prometheus uses underscores instead of dots. */
  readonly name: string;
  readonly help: string;
  readonly samples: readonly MetricSample[];
}

export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
