import { compoundCall } from "./calls/compound-call.ts";
import { tieBreak } from "./calls/tie-break.ts";
import { skipIf } from "./conditions/skip-if.ts";
import { operators } from "./list.ts";
import { lastItem } from "./names/last-item.ts";
import type { Operator } from "./operator.ts";

/** Tried only after the candidates of all others: they make many proposals, or are rarely right. */
export const lateOperators: readonly Operator[] = [compoundCall, lastItem, skipIf, tieBreak];

export const allOperators: readonly Operator[] = [...operators, ...lateOperators];
