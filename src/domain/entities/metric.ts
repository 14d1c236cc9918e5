/** A figure at this moment, with its values by label. */
export interface Metric {
  /** As OpenTelemetry names it, `agentforge.fleet.workers`. Prometheus has underscores for the dots. */
  readonly name: string;
  readonly help: string;
  readonly samples: readonly MetricSample[];
}

export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
