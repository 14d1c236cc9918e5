import type { Pass } from "./pass.ts";
import { blankLines } from "./passes/blank-lines.ts";
import { elision } from "./passes/elision.ts";
import { exact } from "./passes/exact.ts";
import { firstLine } from "./passes/first-line.ts";
import { indentOffset } from "./passes/indent-offset.ts";
import { lostIndentation } from "./passes/lost-indentation.ts";
import { punctuation } from "./passes/punctuation.ts";
import { skippedLines } from "./passes/skipped-lines.ts";
import { slip } from "./passes/slip.ts";
import { tabsAndSpaces } from "./passes/tabs-and-spaces.ts";
import { trailingSpace } from "./passes/trailing-space.ts";
import { trim } from "./passes/trim.ts";

/** Line for line: only spaces and punctuation may differ. */
export const FAITHFUL_PASSES: readonly Pass[] = [
  exact,
  trailingSpace,
  indentOffset,
  firstLine,
  tabsAndSpaces,
  trim,
  lostIndentation,
  punctuation,
];

/** Lines may be missing, or a word misspelled. Tried only if the change has not been made yet. */
export const FREE_PASSES: readonly Pass[] = [blankLines, elision, skippedLines, slip];
