import { editDistance } from "../../../domain/rules/text/edit-distance.ts";

/** How many typos two similar names are apart; null if they are too different. */
export function slipsBetween(name: string, other: string): number | null {
  if (name === other) return null;
  if (plain(name) === plain(other)) return 0;
  const longer = Math.max(name.length, other.length);
  const most = longer < 3 ? 0 : longer < 6 ? 1 : longer < 9 ? 2 : 3;
  if (Math.abs(name.length - other.length) > most) return null;
  const slips = editDistance(name, other);
  return slips <= most ? slips : null;
}

/** The same words, however they are joined. */
function plain(name: string): string {
  return name.replaceAll(/[_$-]/g, "").toLowerCase();
}
