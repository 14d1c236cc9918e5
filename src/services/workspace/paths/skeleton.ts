/**
 * The name that a careless reader, or a case-insensitive or normalizing file system, would mistake `name`
 * for: compatibility forms resolved, invisible characters dropped, case folded, common look-alikes of Latin
 * letters replaced, trailing dots and spaces removed. Only for comparison with protected names, never for
 * opening.
 */
export function skeleton(name: string): string {
  if (/^[\x21-\x7e]*$/.test(name)) return name.toLowerCase().replace(/\.+$/, "");
  const folded = name
    .normalize("NFKD")
    .replace(/[\p{Cf}\p{Mn}\p{Me}\p{Variation_Selector}]/gu, "")
    .toLowerCase();
  return Array.from(folded, (letter) => lookAlikes.get(letter) ?? letter)
    .join("")
    .replace(/[. ]+$/, "");
}

const lookAlikes = new Map(
  Object.entries({
    a: "аα",
    c: "сϲ",
    d: "ԁ",
    e: "еє",
    g: "ɡցԍ",
    h: "һ",
    i: "ıіιӏɩ",
    j: "јϳ",
    k: "кκ",
    l: "ⅼ",
    m: "м",
    n: "ո",
    o: "оοօ",
    p: "рρ",
    r: "г",
    s: "ѕ",
    t: "тτ",
    u: "υս",
    v: "νѵ",
    w: "ԝ",
    x: "хχ",
    y: "уγ",
    ".": "․‧·",
    "-": "‐‑–—−",
    _: "＿",
  }).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
);
