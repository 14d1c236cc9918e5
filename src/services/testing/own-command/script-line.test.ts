import { expect, test } from "vitest";
import { parseScriptLine } from "./script-line.ts";

const PLAIN: readonly [string, readonly (readonly string[])[]][] = [
  ["vitest run", [["vitest", "run"]]],
  [
    "npm run build && vitest run",
    [
      ["npm", "run", "build"],
      ["vitest", "run"],
    ],
  ],
  [
    `node -e "fs.rmSync('dist',{force:true})" && rolldown -c`,
    [
      ["node", "-e", "fs.rmSync('dist',{force:true})"],
      ["rolldown", "-c"],
    ],
  ],
  [`echo "a && b" 'c | d'`, [["echo", "a && b", "c | d"]]],
  [`echo "a \\"b\\" \\\\"`, [["echo", 'a "b" \\']]],
  [`jest --config="a b.json" ''`, [["jest", "--config=a b.json", ""]]],
  ["", []],
];

test.each(PLAIN)("reads %s as plain commands", (line, words) => {
  const commands = parseScriptLine(line);
  expect(commands.map((each) => each.words)).toEqual(words);
  expect(commands.every((each) => each.plain)).toBe(true);
  expect(commands.slice(1).every((each) => each.operator === "&&")).toBe(true);
});

test.each([
  "rm -rf dist/*",
  "tsc > log.txt",
  "echo $HOME",
  'echo "$HOME"',
  "echo `date`",
  'echo "`date`"',
  "(cd a)",
  "mocha test/{a,b}.js",
  "cat ~/x",
  "echo 'not closed",
  'echo "a\\n"',
  "echo a\\ b",
  "A=1",
])("leaves %s to a shell", (line) => {
  expect(parseScriptLine(line).map((each) => each.plain)).toEqual([false]);
});

test("keeps operators and their positions", () => {
  const line = "a; b | c || d & e\nf";
  const commands = parseScriptLine(line);
  expect(commands.map((each) => each.operator)).toEqual([null, ";", "|", "||", "&", "\n"]);
  expect(commands.map((each) => each.text)).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(line.slice(0, commands[2]?.start)).toBe("a; b ");
});

test("separates the leading variables", () => {
  const [command] = parseScriptLine(`NODE_ENV=test A="b c" mocha A=1`);
  expect(command).toMatchObject({
    env: { NODE_ENV: "test", A: "b c" },
    words: ["mocha", "A=1"],
    plain: true,
  });
});
