import type { ActivityRecord } from "../../entities/activity.ts";

/** The journal records of model usage. */
export const MODEL_COST_RECORDS = ["model.answered", "model.refused"] as const;

interface ModelCost {
  readonly tokens: number;
  /** Null if the price of a request is unknown. */
  readonly usd: number | null;
}

/** The total usage and cost of the requests in these journal records. */
export function sumCost(records: readonly Pick<ActivityRecord, "metadata">[]): ModelCost {
  let tokens = 0;
  let usd: number | null = 0;
  for (const { metadata } of records) {
    const { inputTokens, outputTokens, tokens: both } = metadata;
    const used = Number(both ?? Number(inputTokens ?? 0) + Number(outputTokens ?? 0));
    if (used === 0) continue;
    tokens += used;
    const price: unknown = metadata.cost_usd;
    usd = usd === null || typeof price !== "number" ? null : usd + price;
  }
  return { tokens, usd: usd === null ? null : Math.round(usd * 1e6) / 1e6 };
}
