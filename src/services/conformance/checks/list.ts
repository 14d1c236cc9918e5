import type { CheckType } from "../check-type.ts";
import { ast } from "./ast.ts";
import { command } from "./command.ts";
import { layers } from "./layers.ts";
import { metric } from "./metric.ts";
import { naming } from "./naming.ts";
import { pattern } from "./pattern.ts";
import { requiredFile } from "./required-file.ts";

/** The family, in the order in which the documentation lists it. */
export const CHECK_TYPES: readonly CheckType[] = [
  pattern,
  ast,
  metric,
  layers,
  naming,
  requiredFile,
  command,
];
