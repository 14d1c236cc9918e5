import type { Operator } from "../src/services/repair/operators/operator.ts";
import type { Slip } from "../src/services/repair/slips/slip.ts";

/** Items of the reference: one per operator, with its shortest example. */
export function operatorItems(operators: readonly Operator[]): readonly (readonly [string, string])[] {
  return operators.map(({ meta }) => {
    const shown = shortest(meta.examples.map(({ before, after }) => [before, after]));
    return [meta.id, `${meta.title}. ${meta.why}${shown}`];
  });
}

/** The slips of one language, with their shortest examples. */
export function slipItems(slips: readonly Slip[], language: keyof Slip["examples"]): string {
  return slips
    .flatMap(({ why, examples: { [language]: some } }) => (some ? [`- ${why}:${shortest(some)}`] : []))
    .join("\n");
}

function shortest(examples: readonly (readonly [before: string, after: string])[]): string {
  const [example] = examples
    .map(([before, after]) => changedLines(before, after))
    .filter(({ before, after }) => before !== after)
    .sort((one, other) => one.before.length + one.after.length - other.before.length - other.after.length);
  return example ? ` ${code(example.before)} → ${code(example.after)}` : "";
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

/** Inline code; a backtick in it would end it. */
function code(text: string): string {
  if (text === "") return "nothing";
  const fence = text.includes("`") ? "``" : "`";
  const space = fence === "``" ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}
