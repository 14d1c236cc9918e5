import { z } from "zod";
import { Severity } from "../../domain/entities/common.ts";
import type { Reported } from "./linter-output.ts";

const OwnResult = z.looseObject({
  ruleId: z.string().regex(/^[^/]+\/[^/]+$/),
  partialFingerprints: z.looseObject({ "agentforge/v1": z.string().regex(/^[0-9a-f]{64}$/) }),
  properties: z.looseObject({ severity: Severity }),
  locations: z
    .array(
      z.looseObject({
        physicalLocation: z.looseObject({
          region: z.looseObject({ snippet: z.looseObject({ text: z.string() }).optional() }).optional(),
        }),
      }),
    )
    .optional(),
});

/** The violation that a result in AgentForge's own log describes. */
export interface OwnResult {
  readonly contract: string;
  readonly check: string;
  readonly severity: Severity;
  readonly fingerprint: string;
  readonly snippet: string | null;
}

/** Null for a result of another tool. */
export function readOwnResult(tool: string, { origin }: Pick<Reported, "origin">): OwnResult | null {
  const own = tool === "AgentForge" ? OwnResult.safeParse(origin).data : undefined;
  if (own === undefined) return null;
  const [contract = "", check = ""] = own.ruleId.split("/");
  return {
    contract,
    check,
    severity: own.properties.severity,
    fingerprint: own.partialFingerprints["agentforge/v1"],
    snippet: own.locations?.[0]?.physicalLocation.region?.snippet?.text ?? null,
  };
}
