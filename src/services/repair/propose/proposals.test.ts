import { describe, expect, it } from "vitest";
import { languages } from "../languages/list.ts";
import type { Operator, SitePatch } from "../operators/operator.ts";
import { descendants, type SyntaxNode } from "../syntax/node.ts";
import { createCrashLog } from "./crashes.ts";
import { type Crash, proposalsAt } from "./proposals.ts";
import { openSource } from "./source.ts";

const python = languages.find((each) => each.id === "python");
if (python === undefined) throw new Error("Python is a language of the search");
const context = openSource({ path: "m.py", text: "a = 1\nb = a + 2\n" }, python);

function operatorOf(propose: Operator["propose"], most = 3): Operator {
  const meta = {
    id: "test",
    title: "",
    why: "",
    cost: 1,
    kinds: ["number"],
    examples: [],
    leaves: [],
  } as const;
  return { meta: { ...meta, most }, propose };
}

function siteOf(kind: SyntaxNode["kind"], line = 1): SyntaxNode {
  const found = descendants(context.tree).find((each) => each.kind === kind && each.line === line);
  if (found === undefined) throw new Error(`no ${kind} in line ${line}`);
  return found;
}

const proposal = (text: string, extra: number): SitePatch => ({ edits: [{ start: 0, end: 0, text }], extra });
const texts = (proposals: readonly SitePatch[]) => proposals.map((each) => each.edits[0]?.text);

function ask(operator: Operator, site = siteOf("number")) {
  const crashes: Crash[] = [];
  return { found: proposalsAt(operator, site, context, (crash) => crashes.push(crash)), crashes };
}

describe("proposalsAt", () => {
  it("keeps the cheapest proposals up to the operator's limit, in their original order", () => {
    const dear = operatorOf(() => [
      proposal("a", 0.5),
      proposal("b", 0.1),
      proposal("c", 0.9),
      proposal("d", 0.1),
      proposal("e", 0.5),
    ]);
    expect(texts(ask(dear).found)).toEqual(["a", "b", "d"]);
  });

  it("keeps everything within the limit", () => {
    const few = operatorOf(() => [proposal("a", 2), proposal("b", 1), proposal("c", 0)]);
    expect(texts(ask(few).found)).toEqual(["a", "b", "c"]);
  });

  it("terminates with an operator that never ends", () => {
    const endless = operatorOf(function* () {
      for (;;) yield proposal("a", 0);
    });
    expect(ask(endless).found).toHaveLength(3);
  });

  it("does not call an operator for a kind of site it does not handle", () => {
    const { found, crashes } = ask(
      operatorOf(() => {
        throw new Error("it was asked");
      }),
      siteOf("identifier", 2),
    );
    expect([found, crashes]).toEqual([[], []]);
  });

  it("reports a crash with its location, and loses only the proposals for that site", () => {
    const fragile = operatorOf(function* (site) {
      yield proposal("a", 0);
      if (site.line === 2) throw new Error("no such child");
    });
    expect(ask(fragile, siteOf("number", 2))).toEqual({
      found: [],
      crashes: [{ operator: "test", path: "m.py", line: 2, message: "no such child" }],
    });
    expect(ask(fragile).found).toHaveLength(1);
  });
});

describe("a log of crashes", () => {
  it("reports each operator once, with the first location and the count, and then forgets", () => {
    const log = createCrashLog();
    const crash = { operator: "slice", path: "m.py", line: 4, message: "no such child" };
    for (const line of [4, 9]) log.add({ ...crash, line });
    log.add({ ...crash, operator: "variable" });
    expect(log.drain()).toEqual([
      expect.stringMatching(/^operator slice crashed at 2 places, first at m\.py:4 \(no such child\)/),
      expect.stringMatching(/^operator variable crashed at 1 place, first at m\.py:4/),
    ]);
    expect(log.drain()).toEqual([]);
  });
});
