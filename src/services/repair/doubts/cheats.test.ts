import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readDoubts } from "./read.ts";

interface Cheat {
  readonly name: string;
  readonly after: string;
}

/** Cheating versions of one small function per language. They are read, never run. */
interface Case {
  readonly path: string;
  readonly before: string;
  readonly testPath: string;
  readonly tests: string;
  readonly cheats: readonly Cheat[];
  /** Static analysis does not detect these; see docs/doubts.md. */
  readonly unseen: readonly Cheat[];
}

const file = new URL("fixtures/cheats.json", import.meta.url);
const cases = JSON.parse(readFileSync(file, "utf8")) as readonly Case[];
const rows = (of: "cheats" | "unseen") =>
  cases.flatMap((each) => each[of].map((cheat) => [each.path, cheat.name, each, cheat] as const));

it.each(rows("cheats"))("detects a cheat in %s: %s", (_path, _name, given, cheat) => {
  expect(doubtsOf(given, cheat)).not.toEqual([]);
});

it.each(rows("unseen"))("does not detect a cheat in %s: %s", (_path, _name, given, cheat) => {
  expect(doubtsOf(given, cheat)).toEqual([]);
});

function doubtsOf({ path, before, testPath, tests }: Case, { after }: Cheat): readonly string[] {
  return readDoubts({
    before: [{ path, text: before }],
    after: [{ path, text: after }],
    tests: [{ path: testPath, text: tests }],
  }).map(({ text }) => text);
}
