import { goConcurrencySlips } from "./go/concurrency.ts";
import { goConstantsSlips } from "./go/constants.ts";
import { goCopiesSlips } from "./go/copies.ts";
import { goErrorsSlips } from "./go/errors.ts";
import { goFormatsSlips } from "./go/formats.ts";
import { goMapsSlips } from "./go/maps.ts";
import { goNumbersSlips } from "./go/numbers.ts";
import { goScannersSlips } from "./go/scanners.ts";
import { goSlicesSlips } from "./go/slices.ts";
import { goTimesSlips } from "./go/times.ts";
import { goVariablesSlips } from "./go/variables.ts";
import { javascriptDatesSlips } from "./javascript/dates.ts";
import { javascriptInheritedKeysSlips } from "./javascript/inherited-keys.ts";
import { javascriptPromisesSlips } from "./javascript/promises.ts";
import { javascriptResultsSlips } from "./javascript/results.ts";
import { javascriptTextsSlips } from "./javascript/texts.ts";
import { pythonBytesSlips } from "./python/bytes.ts";
import { pythonClassesSlips } from "./python/classes.ts";
import { pythonCollectionsSlips } from "./python/collections.ts";
import { pythonDefaultsSlips } from "./python/defaults.ts";
import { pythonExceptionsSlips } from "./python/exceptions.ts";
import { pythonGeneratorsSlips } from "./python/generators.ts";
import { pythonNumbersSlips } from "./python/numbers.ts";
import { pythonTextsSlips } from "./python/texts.ts";
import { pythonTimesSlips } from "./python/times.ts";
import { rustCollectionsSlips } from "./rust/collections.ts";
import { rustNumbersSlips } from "./rust/numbers.ts";
import { rustTextsSlips } from "./rust/texts.ts";
import { assignmentSlips } from "./several/assignments.ts";
import { baseMethodsSlips } from "./several/base-methods.ts";
import { bytesForCharactersSlips } from "./several/bytes-for-characters.ts";
import { cacheKeySlips } from "./several/cache-keys.ts";
import { clearedBitsSlips } from "./several/cleared-bits.ts";
import { conditionSlips } from "./several/conditions.ts";
import { earlyDivisionSlips } from "./several/early-division.ts";
import { endlessLoopSlips } from "./several/endless-loops.ts";
import { endlessPropertiesSlips } from "./several/endless-properties.ts";
import { foundPositionsSlips } from "./several/found-positions.ts";
import { lastGroupsSlips } from "./several/last-groups.ts";
import { localTimesSlips } from "./several/local-times.ts";
import { lostErrorsSlips } from "./several/lost-errors.ts";
import { negativeRemainderSlips } from "./several/negative-remainders.ts";
import { numberWidthsSlips } from "./several/number-widths.ts";
import { patternFlagsSlips } from "./several/pattern-flags.ts";
import { placeholdersSlips } from "./several/placeholders.ts";
import { printedResultSlips } from "./several/printed-results.ts";
import { sliceEndsSlips } from "./several/slice-ends.ts";
import { stepOrderSlips } from "./several/step-order.ts";
import { trimmedTextsSlips } from "./several/trimmed-texts.ts";
import { walkedTwiceSlips } from "./several/walked-twice.ts";
import { yesOrNoSlips } from "./several/yes-or-no.ts";
import type { Slip } from "./slip.ts";

export const slips: readonly Slip[] = [
  ...goConcurrencySlips,
  ...goConstantsSlips,
  ...goCopiesSlips,
  ...goErrorsSlips,
  ...goFormatsSlips,
  ...goMapsSlips,
  ...goNumbersSlips,
  ...goScannersSlips,
  ...goSlicesSlips,
  ...goTimesSlips,
  ...goVariablesSlips,
  ...javascriptDatesSlips,
  ...javascriptInheritedKeysSlips,
  ...javascriptPromisesSlips,
  ...javascriptResultsSlips,
  ...javascriptTextsSlips,
  ...pythonBytesSlips,
  ...pythonClassesSlips,
  ...pythonCollectionsSlips,
  ...pythonDefaultsSlips,
  ...pythonExceptionsSlips,
  ...pythonGeneratorsSlips,
  ...pythonNumbersSlips,
  ...pythonTextsSlips,
  ...pythonTimesSlips,
  ...rustCollectionsSlips,
  ...rustNumbersSlips,
  ...rustTextsSlips,
  ...assignmentSlips,
  ...baseMethodsSlips,
  ...bytesForCharactersSlips,
  ...cacheKeySlips,
  ...clearedBitsSlips,
  ...conditionSlips,
  ...earlyDivisionSlips,
  ...endlessLoopSlips,
  ...endlessPropertiesSlips,
  ...foundPositionsSlips,
  ...lastGroupsSlips,
  ...localTimesSlips,
  ...lostErrorsSlips,
  ...negativeRemainderSlips,
  ...numberWidthsSlips,
  ...patternFlagsSlips,
  ...placeholdersSlips,
  ...printedResultSlips,
  ...sliceEndsSlips,
  ...stepOrderSlips,
  ...trimmedTextsSlips,
  ...walkedTwiceSlips,
  ...yesOrNoSlips,
];
