import { expect, it } from "vitest";
import { buildProgram } from "../program.ts";
import { EXAMPLES, leavesOf } from "./examples.ts";

/** Not called by people. */
const HIDDEN = ["next", "complete"];

it("every command has an example, and every example a command", () => {
  const program = buildProgram("0.0.0", async () => {});
  const names = [...leavesOf(program).keys()].filter((name) => !HIDDEN.includes(name));
  expect(Object.keys(EXAMPLES).sort()).toEqual(names.sort());
});

it.each(Object.entries(EXAMPLES).flatMap(([name, lines]) => lines.map((line) => [line, name] as const)))(
  "%s calls %s",
  async (line, name) => {
    let ran = 0;
    const program = buildProgram("0.0.0", async () => {
      ran += 1;
    });
    const [, ...words] = wordsOf(line);
    await program.parseAsync(words, { from: "user" });
    expect(ran).toBe(1);
    expect(words.join(" ").startsWith(name)).toBe(true);
  },
);

/** As a shell splits them, up to a redirection. */
function wordsOf(line: string): string[] {
  const [command = ""] = line.split(/ [<>|]/);
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
}
