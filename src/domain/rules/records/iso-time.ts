const DAY_MS = 86_400_000;

/**
 * `2026-01-31T12:00:00.000Z` for milliseconds since 1970. Only for the hook: the first `toISOString` of a
 * process looks up the machine's time zone, which UTC does not need.
 */
export function isoTime(time: number): string {
  const days = Math.floor(time / DAY_MS);
  const rest = time - days * DAY_MS;
  const [year, month, day] = dateOf(days);
  const clock = [rest / 3_600_000, (rest / 60_000) % 60, (rest / 1000) % 60].map((part) => padded(part, 2));
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}T${clock.join(":")}.${padded(rest % 1000, 3)}Z`;
}

/** Years start in March here, so that the leap day comes last. */
function dateOf(days: number): readonly [year: number, month: number, day: number] {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day];
}

function padded(value: number, length: number): string {
  return String(Math.floor(value)).padStart(length, "0");
}
