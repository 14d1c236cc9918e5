import { clearedBitSlips } from "./cleared-bits.ts";
import { foundPositionSlips } from "./found-positions.ts";
import { goChannelSlips } from "./go-channels.ts";
import { goClockSlips } from "./go-clock.ts";
import { goErrorSlips } from "./go-errors.ts";
import { goExitSlips } from "./go-exits.ts";
import { goFormatSlips } from "./go-formats.ts";
import { goLoopSlips } from "./go-loops.ts";
import { goMemorySlips } from "./go-memory.ts";
import { goOrderSlips } from "./go-order.ts";
import { goPageSlips } from "./go-pages.ts";
import { goResultSlips } from "./go-results.ts";
import { goSliceSlips } from "./go-slices.ts";
import { goTextSlips } from "./go-text.ts";
import { goValueSlips } from "./go-values.ts";
import { hiddenBranchSlips } from "./hidden-branches.ts";
import { javascriptSlips } from "./javascript.ts";
import { javascriptIdiomSlips } from "./javascript-idioms.ts";
import { javascriptLibrarySlips } from "./javascript-library.ts";
import { javascriptObjectSlips } from "./javascript-objects.ts";
import { javascriptServiceSlips } from "./javascript-services.ts";
import { javascriptValueSlips } from "./javascript-values.ts";
import { lastGroupSlips } from "./last-groups.ts";
import { lostErrorSlips } from "./lost-errors.ts";
import { numberWidthSlips } from "./number-widths.ts";
import { patternFlagSlips } from "./pattern-flags.ts";
import { pythonCallSlips } from "./python-calls.ts";
import { pythonClassSlips } from "./python-classes.ts";
import { pythonExpressionSlips } from "./python-expressions.ts";
import { pythonLibrarySlips } from "./python-library.ts";
import { pythonObjectSlips } from "./python-objects.ts";
import { pythonResultSlips } from "./python-results.ts";
import { pythonServiceSlips } from "./python-services.ts";
import { pythonStatementSlips } from "./python-statements.ts";
import { rustCollectionSlips } from "./rust-collections.ts";
import { rustNumberSlips } from "./rust-numbers.ts";
import { rustTextSlips } from "./rust-text.ts";
import type { Slip } from "./slip.ts";
import { stepOrderSlips } from "./step-order.ts";
import { walkedTwiceSlips } from "./walked-twice.ts";
import { yesOrNoSlips } from "./yes-or-no.ts";

export const slips: readonly Slip[] = [
  ...goErrorSlips,
  ...goLoopSlips,
  ...goMemorySlips,
  ...goOrderSlips,
  ...goTextSlips,
  ...goValueSlips,
  ...goChannelSlips,
  ...goClockSlips,
  ...goExitSlips,
  ...goFormatSlips,
  ...goPageSlips,
  ...goResultSlips,
  ...goSliceSlips,
  ...javascriptSlips,
  ...javascriptIdiomSlips,
  ...javascriptLibrarySlips,
  ...javascriptObjectSlips,
  ...javascriptValueSlips,
  ...pythonCallSlips,
  ...pythonExpressionSlips,
  ...pythonLibrarySlips,
  ...pythonObjectSlips,
  ...pythonResultSlips,
  ...pythonStatementSlips,
  ...rustCollectionSlips,
  ...rustNumberSlips,
  ...rustTextSlips,
  ...clearedBitSlips,
  ...foundPositionSlips,
  ...hiddenBranchSlips,
  ...lastGroupSlips,
  ...lostErrorSlips,
  ...numberWidthSlips,
  ...patternFlagSlips,
  ...stepOrderSlips,
  ...walkedTwiceSlips,
  ...javascriptServiceSlips,
  ...pythonClassSlips,
  ...pythonServiceSlips,
  ...yesOrNoSlips,
];
