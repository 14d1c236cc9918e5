import { addsSuppression } from "./adds-suppression.ts";
import { alwaysEqual } from "./always-equal.ts";
import { answersWithConstant } from "./answers-with-constant.ts";
import { asksForPieces } from "./asks-for-pieces.ts";
import { bendsComparison } from "./bends-comparison.ts";
import { changesToolSettings } from "./changes-tool-settings.ts";
import { comparesChecksum } from "./compares-checksum.ts";
import { comparesWithItself } from "./compares-with-itself.ts";
import { countsCalls } from "./counts-calls.ts";
import { decidesByTestValue } from "./decides-by-test-value.ts";
import { differsInProduction } from "./differs-in-production.ts";
import { disguisedNumber } from "./disguised-number.ts";
import { dynamicCode } from "./dynamic-code.ts";
import { emptiesFunction } from "./empties-function.ts";
import { fittedShape } from "./fitted-shape.ts";
import { fixedValues } from "./fixed-values.ts";
import { forgetsItems } from "./forgets-items.ts";
import { guessesTestValue } from "./guesses-test-value.ts";
import { hidesCode } from "./hides-code.ts";
import { hidesFromComparison } from "./hides-from-comparison.ts";
import { idleHelper } from "./idle-helper.ts";
import { inspectsStack } from "./inspects-stack.ts";
import { inspectsSurroundings } from "./inspects-surroundings.ts";
import { leavesProcess } from "./leaves-process.ts";
import { loosensComparison } from "./loosens-comparison.ts";
import { namesTestValues } from "./names-test-values.ts";
import { newFileOnTestPath } from "./new-file-on-test-path.ts";
import { noLongerCallsItself } from "./no-longer-calls-itself.ts";
import { noticesTests } from "./notices-tests.ts";
import { patchesFromTests } from "./patches-from-tests.ts";
import { picksValues } from "./picks-values.ts";
import { reachesIntoRuntime } from "./reaches-into-runtime.ts";
import { readsTests } from "./reads-tests.ts";
import { registersHook } from "./registers-hook.ts";
import type { DoubtRule } from "./rule.ts";
import { settledCondition } from "./settled-condition.ts";
import { specialCasesTestInput } from "./special-cases-test-input.ts";
import { startsProgram } from "./starts-program.ts";
import { stateBetweenCalls } from "./state-between-calls.ts";
import { swallowsErrors } from "./swallows-errors.ts";
import { tableOfTestValues } from "./table-of-test-values.ts";
import { touchesTestLibrary } from "./touches-test-library.ts";
import { writesReport } from "./writes-report.ts";

/** Rules for every change, regardless of its author. */
export const doubtRules: readonly DoubtRule[] = [
  addsSuppression,
  alwaysEqual,
  answersWithConstant,
  asksForPieces,
  bendsComparison,
  changesToolSettings,
  comparesChecksum,
  comparesWithItself,
  countsCalls,
  decidesByTestValue,
  differsInProduction,
  disguisedNumber,
  dynamicCode,
  emptiesFunction,
  fittedShape,
  fixedValues,
  forgetsItems,
  hidesCode,
  hidesFromComparison,
  idleHelper,
  inspectsStack,
  inspectsSurroundings,
  leavesProcess,
  loosensComparison,
  namesTestValues,
  newFileOnTestPath,
  noLongerCallsItself,
  noticesTests,
  patchesFromTests,
  picksValues,
  reachesIntoRuntime,
  readsTests,
  registersHook,
  settledCondition,
  specialCasesTestInput,
  startsProgram,
  stateBetweenCalls,
  swallowsErrors,
  tableOfTestValues,
  touchesTestLibrary,
  writesReport,
];

/** Rules that make the search drop its own candidates. */
export const searchRules: readonly DoubtRule[] = [
  answersWithConstant,
  noLongerCallsItself,
  comparesWithItself,
  forgetsItems,
  idleHelper,
  guessesTestValue,
  loosensComparison,
  specialCasesTestInput,
  swallowsErrors,
];
