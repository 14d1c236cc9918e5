/**
 * Looks a name up in a map whose keys may have one `*`, as in `paths` of tsconfig.json and in `exports` of package.json.
 * An exact key wins, then the one with the longest text before the star.
 */
export function lookUpStarred<Value>(
  map: Readonly<Record<string, Value>>,
  name: string,
): { readonly value: Value; readonly star: string } | null {
  const exact = Object.hasOwn(map, name) ? map[name] : undefined;
  if (exact !== undefined) return { value: exact, star: "" };
  const [best] = Object.entries(map)
    .flatMap(([key, value]) => {
      const [before = "", after, ...more] = key.split("*");
      const isMatch =
        after !== undefined &&
        more.length === 0 &&
        name.length >= before.length + after.length &&
        name.startsWith(before) &&
        name.endsWith(after);
      return isMatch ? [{ value, before, star: name.slice(before.length, name.length - after.length) }] : [];
    })
    .sort((left, right) => right.before.length - left.before.length);
  return best === undefined ? null : { value: best.value, star: best.star };
}
