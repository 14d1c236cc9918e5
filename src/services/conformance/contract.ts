import { z } from "zod";
import { Severity } from "../../domain/entities/common.ts";
import type { CheckType } from "./check-type.ts";
import { CHECK_TYPES } from "./checks/list.ts";

const Id = z.string().regex(/^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/, "lowercase words joined by dashes: `no-print`");
const Globs = z.array(z.string().min(1)).min(1);

/** Fields that every check has, regardless of its type. */
export const CheckBase = z.strictObject({
  id: Id,
  severity: Severity.default("major"),
  message: z.string().min(1).describe("The problem, in one sentence."),
  why: z.string().optional().describe("Why the rule exists."),
  fix_hint: z.string().optional().describe("What to do about it."),
  applies_to: Globs.optional().describe("Narrows the contract's globs."),
});

export const Exemption = z.strictObject({
  check: Id.optional().describe("Default: all checks of the contract."),
  paths: Globs,
  reason: z.string().min(1),
  expires: z.iso.date().describe("The last day on which it applies."),
});
export type Exemption = z.output<typeof Exemption>;

export const ContractBase = z.strictObject({
  id: Id,
  description: z.string().min(1),
  applies_to: Globs.default(["**"]),
  checks: z.array(z.unknown()).min(1),
  exemptions: z.array(Exemption).default([]),
});

/** One rule, ready to run. */
export interface Check extends z.output<typeof CheckBase> {
  readonly type: CheckType;
  readonly options: unknown;
}

/** A file of rules for a repository. */
export interface Contract {
  readonly id: string;
  readonly description: string;
  readonly applies_to: readonly string[];
  readonly checks: readonly Check[];
  readonly exemptions: readonly Exemption[];
}

/** The JSON Schema of a contract file, for editors. */
export function contractJsonSchema(): unknown {
  const checks = CHECK_TYPES.map((type) =>
    CheckBase.extend({ [type.meta.id]: type.meta.options }).meta({ title: type.meta.title }),
  );
  const contract = ContractBase.extend({ checks: z.array(z.union(checks)).min(1) });
  return {
    title: "AgentForge contract",
    ...z.toJSONSchema(contract, { io: "input", target: "draft-2020-12", unrepresentable: "any" }),
  };
}
