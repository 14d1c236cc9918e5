import { format } from "#money";

/** Share an amount of cents; nobody pays more than one cent more than another. */
export function splitEvenly(cents, people) {
  if (!Number.isInteger(people) || people < 1) throw new RangeError("at least one person");
  const share = Math.floor(cents / people);
  return Array.from({ length: people }, () => share);
}

/** What each named person pays, as text. */
export function splitBill(cents, names) {
  const shares = splitEvenly(cents, names.length);
  return Object.fromEntries(names.map((name, i) => [name, format(shares[i])]));
}
