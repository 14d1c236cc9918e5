import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { planText } from "../../../../test/support/plans.ts";
import { ToolCall } from "../../../domain/entities/tool.ts";
import { readAction, renderAction } from "./action-block.ts";
import { createPlanDocuments } from "./documents.ts";

const documents = createPlanDocuments({ difference: (before, after) => `-${before}+${after}` });
const draft = {
  goal: "Log people in.",
  reasoning: "They asked.",
  steps: ["Write the handler.", "Wire it up."],
  files_touched: ["src/login.ts"],
  risks: ["Sessions may expire."],
  actions: [
    {
      name: "write_file",
      parameters: { path: "src/login.ts", content: "export const login = () => `\n```\n`;\n" },
      category: null,
    },
  ],
};
const fields = {
  trace_id: "550e8400-e29b-41d4-a716-446655440000",
  request_id: "login",
  status: "review",
  revision: 1,
};

describe("a plan", () => {
  it("reads back what was written", () => {
    const text = documents.writePlan(fields, "Log in", draft);
    const read = documents.readPlan(text);
    expect(read.problems).toEqual([]);
    expect(read.draft).toEqual(draft);
    expect(read).toMatchObject({ title: "Log in", status: "review", requestId: "login", comments: null });
  });

  it("preserves its parts, no matter what text they contain", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (goal, risk) => {
        const hostile = `${goal}\n## Actions\n\`\`\`toml action\ntool = "run_command"\n<!-- ${risk}`;
        const text = documents.writePlan(fields, goal || "x", {
          ...draft,
          goal: hostile,
          risks: [risk || "none"],
        });
        const read = documents.readPlan(text);
        expect(read.draft.actions).toEqual(draft.actions);
        expect(read.problems.filter(({ what }) => what.includes("comment"))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ["front matter that is not closed", "+++\nstatus = 1\n\n# Plan", "+++", "not closed"],
    ["invalid TOML", '+++\ntitle = "a"\nstatus = review\n+++\n', "status = review", "not valid TOML"],
    ["YAML front matter", "---\nstatus: review\n---\n", "---", "YAML"],
    ["an unknown status", '+++\nstatus = "sure"\n+++\n', 'status = "sure"', "is unknown"],
    ["no goal", "+++\n+++\n## Reasoning\n\nlast\n", "last", '"Goal" is missing'],
    ["an empty part", "+++\n+++\n## Goal\n\n## Risks\n", "## Goal", '"Goal" is empty'],
    [
      "an action that is not valid TOML",
      planText({ files: {}, actions: ["tool = write"] }),
      "tool = write",
      "not valid TOML",
    ],
    [
      "an action that is not valid JSON",
      planText({ files: {}, actions: ["{tool}"] }),
      "```toml action",
      "not valid JSON",
    ],
    [
      "an action without a tool",
      planText({ files: {}, actions: ["path = 'x'"] }),
      "```toml action",
      "names no tool",
    ],
    [
      "an open fence",
      planText({ files: { a: "b" } })
        .trimEnd()
        .slice(0, -3),
      "```toml action",
      "not closed",
    ],
    ["a template", documents.template(fields, "x"), "(What will be different afterwards.)", "template"],
  ])("reports what is wrong, and where: %s", (_, text, where, what) => {
    const { problems } = documents.readPlan(text);
    const found = problems.find((problem) => problem.what.includes(what));
    expect(found, JSON.stringify(problems)).toBeDefined();
    expect(text.split("\n")[(found?.line ?? 0) - 1]).toBe(where);
    expect(found?.instead).not.toBe("");
  });

  it("does not run what is inside a comment", () => {
    const text = planText({ files: { a: "b" } }).replace("## Actions\n", "## Actions\n\n<!--\n");
    const read = documents.readPlan(text);
    expect(read.blocks).toEqual([]);
    expect(read.problems.map(({ what }) => what).join()).toContain("readers do not see it");
  });

  it("accepts the flat form too, with the remaining keys as parameters", () => {
    const read = readAction('{"tool": "read_file", "path": "Knowledge/docs.md"}', 1);
    expect(read).toEqual({
      call: { name: "read_file", parameters: { path: "Knowledge/docs.md" }, category: null },
    });
  });

  it("shows what changed since the revision before, once", () => {
    const first = documents.writePlan(fields, "Log in", draft);
    const commented = documents.withComments(first, { by: "p", at: "now", text: "Shorter." });
    expect(documents.readPlan(commented).comments).toBe("- Shorter.");
    const second = documents.withDifference(first.replace("Log people in.", "Let them in."), commented, 1);
    const third = documents.withDifference(second, second, 2);
    expect(second).toContain("## Changes since revision 1");
    expect(third).toContain("## Changes since revision 2");
    expect(third).not.toContain("revision 1");
    expect(documents.readPlan(third).draft.actions).toEqual(draft.actions);
  });
});

test("the examples of the documentation are valid", () => {
  const page = readFileSync(new URL("../../../../docs/plans.md", import.meta.url), "utf8");
  const [request = "", plan = ""] = [/```markdown\n([\s\S]*?)\n```/, /````markdown\n([\s\S]*?)\n````/].map(
    (block) => block.exec(page)?.[1] ?? "",
  );
  expect(documents.readRequest(request, "x.md")).toMatchObject({ title: "Greet people", problems: [] });
  expect(documents.readPlan(plan)).toMatchObject({ title: "Greet people", problems: [] });
});

describe("an action block", () => {
  it("can express any call, and is read as the same call", () => {
    const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)));
    const parameters = fc.dictionary(
      fc.string().filter((key) => key !== "__proto__"),
      fc.oneof(
        json,
        fc.string({ unit: "binary" }).map((text) => `${text.toWellFormed()}\n'`),
      ),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), parameters, (name, given) => {
        const call = ToolCall.parse({ name, parameters: given });
        const page = `## Actions\n\n${renderAction(call)}\n`;
        expect(documents.readPlan(page).blocks.map((block) => block.call)).toEqual([call]);
      }),
    );
  });
});

describe("front matter", () => {
  it("changes single fields and leaves every other byte unchanged", () => {
    const text =
      '\n+++\n# mine\nstatus = "new" # why\n\nlist = [\n  1,\n]\n\n[more]\na = 1\n+++\nBody\r\nwith CRLF\r\n';
    const changed = documents.setFields(text, { status: "error", trace_id: 'a"b' });
    expect(changed).toContain("# mine\n");
    expect(changed).toContain("[more]\na = 1\n+++\nBody\r\nwith CRLF\r\n");
    expect(changed).toContain('status = "error"');
    expect(changed).toContain('trace_id = "a\\"b"');
    expect(documents.setFields(changed, { trace_id: null })).not.toContain("trace_id");
  });

  it("is created if there is none, and left alone if it is broken", () => {
    expect(documents.setFields("Do it.\n", { status: "new" })).toBe('+++\nstatus = "new"\n+++\n\nDo it.\n');
    expect(documents.setFields("+++\nx = \n+++\n", { status: "new" })).toBe("+++\nx = \n+++\n");
  });
});

describe("a notice", () => {
  const problems = [{ line: 4, what: "it is wrong", instead: "it right" }];

  it("is placed below the front matter with adjusted line numbers, and is removed without a trace", () => {
    const text = '+++\nstatus = "new"\n+++\nWrong.\nRest.\n';
    const noticed = documents.withNotice(text, "Look.", problems);
    const line = noticed.split("\n").indexOf("Wrong.") + 1;
    expect(noticed).toContain(`line ${line}: it is wrong. Write it right.`);
    expect(noticed.startsWith('+++\nstatus = "new"\n+++\n<!-- agentforge:notice -->')).toBe(true);
    expect(documents.withNotice(noticed, "Look.", problems)).toBe(noticed);
    expect(documents.withoutNotice(noticed)).toBe(text);
  });

  it("is placed at the top if the front matter is broken", () => {
    const noticed = documents.withNotice("+++\nx =\n", "Look.", [{ ...problems[0], line: 1 } as never]);
    expect(noticed.startsWith("<!-- agentforge:notice -->")).toBe(true);
    expect(noticed).toContain(`line ${noticed.split("\n").indexOf("+++") + 1}:`);
    expect(documents.withoutNotice(noticed)).toBe("+++\nx =\n");
  });
});

test.each([
  ["Add a login page!", "add-a-login-page"],
  ["  ../../etc/passwd", "etc-passwd"],
  ["Größe ändern", "gro-e-andern"],
  ["a".repeat(80), "a".repeat(50)],
  ['it\'s "quoted" & more', "it-s-quoted-more"],
])("derives a request's id from its words: %s", (words, id) => {
  expect(documents.requestIdFrom(words)).toBe(id);
});

test("derives an id from the hash if the words contain no letters", () => {
  expect(documents.requestIdFrom("日本語")).toMatch(/^request-[0-9a-f]{8}$/);
  expect(documents.requestIdFrom("日本")).not.toBe(documents.requestIdFrom("日本語"));
});
