import type { Pass } from "../pass.ts";
import { blankLines } from "./blank-lines.ts";
import { elision } from "./elision.ts";
import { exact } from "./exact.ts";
import { firstLine } from "./first-line.ts";
import { indentOffset } from "./indent-offset.ts";
import { lostIndentation } from "./lost-indentation.ts";
import { punctuation } from "./punctuation.ts";
import { skippedLines } from "./skipped-lines.ts";
import { tabsAndSpaces } from "./tabs-and-spaces.ts";
import { trailingSpace } from "./trailing-space.ts";
import { trim } from "./trim.ts";
import { typo } from "./typo.ts";

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
export const FREE_PASSES: readonly Pass[] = [blankLines, elision, skippedLines, typo];
