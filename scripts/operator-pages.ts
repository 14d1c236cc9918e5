import type { Operator } from "../src/services/repair/operators/operator.ts";

/** Rows of the reference: one per operator, with its shortest example. */
export function operatorRows(operators: readonly Operator[]): readonly (readonly string[])[] {
  return operators.map(({ meta }) => {
    const [example] = meta.examples
      .map(({ before, after }) => changedLines(before, after))
      .filter(({ before, after }) => before !== after)
      .sort((one, other) => one.before.length + one.after.length - other.before.length - other.after.length);
    return [
      `\`${meta.id}\``,
      meta.title,
      meta.why,
      example ? `${code(example.before)} → ${code(example.after)}` : "",
    ];
  });
}

/** The differing lines of two texts. */
function changedLines(before: string, after: string): { readonly before: string; readonly after: string } {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  let head = 0;
  while (head < old.length && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, fresh.length) - head && old.at(-1 - tail) === fresh.at(-1 - tail))
    tail += 1;
  const shown = (lines: readonly string[]) =>
    lines
      .slice(head, lines.length - tail)
      .map((line) => line.trim())
      .join(" ⏎ ");
  return { before: shown(old), after: shown(fresh) };
}

/** Code in a table cell: a bar would end the cell, a backtick the code. */
function code(text: string): string {
  if (text === "") return "nothing";
  const fence = text.includes("`") ? "``" : "`";
  const space = fence === "``" ? " " : "";
  return `${fence}${space}${text.replaceAll("|", "\\|")}${space}${fence}`;
}
