/**
 * The top-level scalars of a YAML block, as tools write them after a test point. Tools write YAML that no YAML parser
 * accepts, so this reads lines: `key: value`, and `key: |` with deeper lines below.
 */
export function tapFields(lines: readonly string[]): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  const first = lines.find((line) => line.trim() !== "") ?? "";
  const indent = widthOf(first);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [, written = "", value = ""] =
      /^([\w.-]+|'[^']*'|"[^"]*"):(?:\s+(.*))?$/.exec(line.slice(indent)) ?? [];
    const key = unquoted(written);
    if (key === "" || widthOf(line) !== indent) continue;
    const end = blockEnd(lines, at + 1, indent);
    const block = lines.slice(at + 1, end);
    const isBlock = /^[|>][+-]?\d*$/.test(value);
    if (isBlock) found.set(key, dedented(block));
    else if (value !== "") found.set(key, unquoted(value));
    else for (const [name, inner] of Object.entries(tapFields(block))) found.set(`${key}.${name}`, inner);
    at = end - 1;
  }
  return Object.fromEntries(found);
}

function blockEnd(lines: readonly string[], start: number, indent: number): number {
  let end = start;
  while (end < lines.length && isDeeper(lines[end] ?? "", indent)) end += 1;
  return end;
}

function isDeeper(line: string, indent: number): boolean {
  return line.trim() === "" || widthOf(line) > indent;
}

function widthOf(line: string): number {
  return line.length - line.trimStart().length;
}

function dedented(lines: readonly string[]): string {
  const indent = Math.min(...lines.filter((line) => line.trim() !== "").map(widthOf));
  return lines
    .map((line) => line.slice(indent))
    .join("\n")
    .trimEnd();
}

function unquoted(value: string): string {
  const [, single] = /^'(.*)'$/.exec(value) ?? [];
  if (single !== undefined) return single.replaceAll("''", "'");
  if (!/^".*"$/.test(value)) return value.trim();
  try {
    return String(JSON.parse(value));
  } catch {
    return value.slice(1, -1);
  }
}
