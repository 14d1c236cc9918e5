/** A version as numbers; null for a name such as `lts/iron`. */
export type Version = readonly [number, number, number];

export function parseVersion(text: string): Version | null {
  const [, major, minor = "0", patch = "0"] = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text.trim()) ?? [];
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)];
}

export function compareVersions(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

/** Whether a version is in a range of package.json. An unreadable range accepts everything. */
export function isInRange(version: Version, range: string): boolean {
  return range.split("||").some((part) => {
    const [, low, high] = /^\s*(\S+)\s+-\s+(\S+)\s*$/.exec(part) ?? [];
    const comparators = low !== undefined && high !== undefined ? [`>=${low}`, `<=${high}`] : words(part);
    return comparators.every((each) => holds(version, each));
  });
}

/** Makes `>= 18` and `>=18` one word. */
function words(part: string): string[] {
  return part
    .replace(/([<>=~^])\s+/g, "$1")
    .split(/[\s,]+/)
    .filter((each) => each !== "");
}

function holds(version: Version, comparator: string): boolean {
  const [, operator = "", text = ""] = /^([<>]=?|[=~^]*)(.*)$/.exec(comparator) ?? [];
  const wanted = parseVersion(text);
  if (wanted === null) return true;
  const given = text
    .replace(/^v/, "")
    .split(".")
    .filter((each) => /^\d+$/.test(each)).length;
  const order = compareVersions(version, wanted);
  const next: Version =
    operator === "^" || given === 1
      ? [wanted[0] + 1, 0, 0]
      : operator === "~" || given === 2
        ? [wanted[0], wanted[1] + 1, 0]
        : [wanted[0], wanted[1], wanted[2] + 1];
  switch (operator) {
    case ">=":
      return order >= 0;
    case "<":
      return order < 0;
    case ">":
      return compareVersions(version, next) >= 0;
    case "<=":
      return compareVersions(version, next) < 0;
    default:
      return order >= 0 && compareVersions(version, next) < 0;
  }
}
