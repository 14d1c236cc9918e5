import { describe, expect, it } from "vitest";
import type { Change, EditableFile, EditPlan, SearchChange } from "../../domain/ports/editing.ts";
import { planEdits } from "./plan.ts";

const file = (text: string | Buffer, path = "a.txt"): EditableFile => ({
  path,
  bytes: Buffer.from(text as string),
  hash: "h1",
});
const edit = (text: string | Buffer, ...changes: Change[]): EditPlan =>
  planEdits({ files: [{ path: "a.txt", changes }] }, [file(text)]);
const search = (from: string, to: string, more: Partial<SearchChange> = {}): Change => ({
  kind: "search",
  search: from,
  replace: to,
  ...more,
});
const lines = (start: number, end: number, text: string): Change => ({ kind: "lines", start, end, text });

function result(plan: EditPlan): string {
  if (plan.status === "refused") return `refused: ${plan.problems.map((problem) => problem.code).join()}`;
  const [edited] = plan.files;
  return edited === undefined ? "noop" : Buffer.from(edited.after).toString("latin1");
}

describe("line ranges", () => {
  const cases: [string, string, Change, string][] = [
    ["replaces lines", "a\nb\nc\n", lines(2, 2, "x\ny"), "a\nx\ny\nc\n"],
    ["accepts text with or without a final line ending", "a\nb\n", lines(2, 2, "x\n"), "a\nx\n"],
    ["removes lines", "a\nb\nc\n", lines(1, 2, ""), "c\n"],
    ["writes a blank line", "a\nb\n", lines(1, 1, "\n"), "\nb\n"],
    ["inserts before a line", "a\nb\n", lines(2, 1, "x"), "a\nx\nb\n"],
    ["appends", "a\nb\n", lines(3, 2, "x"), "a\nb\nx\n"],
    ["appends if the last line has no line ending", "a\nb", lines(3, 2, "x"), "a\nb\nx"],
    ["replaces the last line without adding a line ending", "a\nb", lines(2, 2, "x\n"), "a\nx"],
    ["removes the last line without adding a line ending", "a\nb", lines(2, 2, ""), "a"],
    ["fills an empty file", "", lines(1, 0, "x"), "x\n"],
    ["keeps other line endings", "a\r\nb\r\n", lines(1, 1, "x\ny"), "x\r\ny\r\nb\r\n"],
    ["keeps mixed line endings", "a\r\nb\nc\r\n", lines(1, 3, "a\nx\nc"), "a\r\nx\nc\r\n"],
    ["needs nothing", "a\nb\n", lines(1, 1, "a"), "noop"],
    ["refuses lines past the end", "a\nb\n", lines(2, 3, "x"), "refused: bad_range"],
    ["refuses a backward range", "a\nb\n", lines(2, 0, "x"), "refused: bad_range"],
    ["refuses line zero", "a\nb\n", lines(0, 1, "x"), "refused: bad_range"],
  ];
  it.each(cases)("%s", (_, before, change, after) => {
    expect(result(edit(before, change))).toBe(after);
  });
});

describe("search and replace", () => {
  const cases: [string, string, Change, string][] = [
    ["does not expand dollar signs", "a\n", search("a", "$& $` $' $1 $$"), "$& $` $' $1 $$\n"],
    ["joins lines if requested", "a\nb\nc\n", search("a\nb", "ab"), "ab\nc\n"],
    ["removes whole lines", "a\nb\nc\n", search("b\n", ""), "a\nc\n"],
    ["leaves an empty line if only the text is removed", "a\nb\nc\n", search("b", ""), "a\n\nc\n"],
    ["refuses an empty search", "a\n", search(" \n", "x"), "refused: empty_search"],
    ["refuses search text that is not in the file", "a\nb\n", search("zzz", "x"), "refused: not_found"],
    [
      "recognizes an insertion that was already made",
      "a_line\nb_line\n",
      search("a_line\n", "a_line\nb_line\n"),
      "noop",
    ],
    [
      "recognizes a change that was already made",
      "x\nnew_name()\n",
      search("old_name()", "new_name()"),
      "noop",
    ],
    ["does not mistake a coincidence for the change", "x\ny\n", search("old", "y"), "refused: not_found"],
    [
      "does not treat a removal as already made while the line exists",
      "a1()\nb1()\nc\n",
      search("a1()\nb2()\nc", "a1()\nb1()"),
      "refused: not_found",
    ],
    [
      "treats a removal as already made if the line is gone",
      "a1()\nc1()\n",
      search("a1()\nb1()\nc1()\n", "a1()\nc1()\n"),
      "noop",
    ],
    ["changes nothing if both sides are equal", "a\n", search("a", "a"), "noop"],
    ["keeps CRLF", "a\r\nb\r\n", search("a\nb\n", "a\nx\ny\n"), "a\r\nx\r\ny\r\n"],
    ["accepts CRLF in the request", "a\nb\n", search("a\r\nb\r\n", "a\r\nx\r\n"), "a\nx\n"],
    ["keeps each line's own ending", "a\r\nb\nc\r\n", search("a\nb\nc", "a\nx\nc"), "a\r\nx\nc\r\n"],
    ["keeps bare carriage returns", "a\rb\r", search("a", "x"), "x\rb\r"],
    [
      "does not add a final line ending under a tolerant pass",
      "a\n b",
      search("a\n b  \n", "a\n c\n"),
      "a\n c",
    ],
    [
      "does not double the blank line after a block",
      "a()\n\nb()\n",
      search("a()  \n", "a()\n\nc()\n\n"),
      "a()\n\nc()\n\nb()\n",
    ],
    [
      "edits where the search matches, even if the result occurs elsewhere too",
      "call(one, two)\ncall(one)\n",
      search("call(one, two)  \n", "call(one)\n"),
      "call(one)\ncall(one)\n",
    ],
  ];
  it.each(cases)("%s", (_, before, change, after) => {
    expect(result(edit(before, change))).toBe(after);
  });
});

describe("several identical places", () => {
  const text = "x = 1\na\nx = 1\nb\nx = 1\n";
  const cases: [string, Partial<SearchChange>, string][] = [
    ["refuses", {}, "refused: ambiguous"],
    ["uses the given occurrence", { occurrence: 2 }, "x = 1\na\nx = 2\nb\nx = 1\n"],
    ["takes all", { occurrence: "all" }, "x = 2\na\nx = 2\nb\nx = 2\n"],
    ["uses the place nearest to the line", { line: 4 }, "refused: ambiguous"],
    ["uses the given line", { line: 5 }, "x = 1\na\nx = 1\nb\nx = 2\n"],
    ["refuses an occurrence that does not exist", { occurrence: 4 }, "refused: ambiguous"],
  ];
  it.each(cases)("%s", (_, more, after) => {
    expect(result(edit(text, search("x = 1", "x = 2", more)))).toBe(after);
  });

  it("counts all occurrences in one line", () => {
    expect(result(edit("a + a + a\n", search("a", "bb", { occurrence: "all" })))).toBe("bb + bb + bb\n");
  });

  it("lists their lines", () => {
    const plan = edit(text, search("x = 1", "x = 2"));
    expect(plan.status === "refused" && plan.problems[0]?.candidates).toEqual([
      { lines: { start: 1, end: 1 }, preview: "1 | x = 1" },
      { lines: { start: 3, end: 3 }, preview: "3 | x = 1" },
      { lines: { start: 5, end: 5 }, preview: "5 | x = 1" },
    ]);
  });
});

describe("encodings", () => {
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(
      parts.map((part) => (typeof part === "string" ? Buffer.from(part, "utf8") : Buffer.from(part))),
    );
  const outcome = (before: Buffer, change: Change) => {
    const plan = edit(before, change);
    return plan.status === "ready" ? Buffer.from(plan.files[0]?.after ?? []) : plan.problems[0]?.code;
  };

  it("keeps a byte order mark", () => {
    expect(outcome(bytes([0xef, 0xbb, 0xbf], "a\nb\n"), search("a\n", "x\n"))).toEqual(
      bytes([0xef, 0xbb, 0xbf], "x\nb\n"),
    );
  });

  it("keeps bytes that are not UTF-8, and writes UTF-8", () => {
    expect(outcome(bytes("caf", [0xe9], "\nb\n"), search("b", "ü"))).toEqual(bytes("caf", [0xe9], "\nü\n"));
  });

  it("finds UTF-8 text in a file that is not UTF-8 throughout", () => {
    expect(outcome(bytes("ü\n", [0xff], "\n"), search("ü", "x"))).toEqual(bytes("x\n", [0xff], "\n"));
  });

  it.each([
    ["little", (buffer: Buffer) => buffer],
    ["big", (buffer: Buffer) => buffer.swap16()],
  ])("keeps UTF-16, %s end first", (_, turn) => {
    const encode = (text: string) => turn(Buffer.from(`\ufeff${text}`, "utf16le"));
    expect(outcome(encode("a\r\nb\r\n"), search("a\nb", "ü\nb"))).toEqual(encode("ü\r\nb\r\n"));
  });

  it("refuses files that are not text", () => {
    expect(outcome(bytes("a", [0], "b"), search("a", "x"))).toBe("not_text");
  });
});

describe("many changes", () => {
  it("refer to the file before any of them is applied", () => {
    const plan = edit("a\nb\nc\nd\n", lines(1, 1, "a1\na2"), search("c", "C"), lines(4, 4, ""));
    expect(result(plan)).toBe("a1\na2\nb\nC\n");
    expect(plan.status === "ready" && plan.files[0]?.applied.map((applied) => applied.ranges)).toEqual([
      [{ before: { start: 1, end: 1 }, after: { start: 1, end: 2 } }],
      [{ before: { start: 3, end: 3 }, after: { start: 4, end: 4 } }],
      [{ before: { start: 4, end: 4 }, after: { start: 5, end: 4 } }],
    ]);
  });

  it("may share context", () => {
    expect(result(edit("a\nb\nc\n", search("a\nb", "A\nb"), search("b\nc", "b\nC")))).toBe("A\nb\nC\n");
  });

  it("may change one line in different places", () => {
    expect(result(edit("f(a, b)\n", search("f(", "g("), search("b)", "c)")))).toBe("g(a, c)\n");
  });

  it("must not change the same text", () => {
    expect(result(edit("f(a, b)\n", search("f(a, b", "g(a"), search("a, b)", "c)")))).toBe(
      "refused: overlap",
    );
    expect(result(edit("a\nb\n", search("a", "x"), lines(1, 2, "y")))).toBe("refused: overlap");
  });

  it("are applied all or nothing across files, with a report of which would apply", () => {
    const plan = planEdits(
      {
        files: [
          { path: "a.txt", changes: [search("a", "x"), search("nowhere", "x")] },
          { path: "b.txt", changes: [search("old_thing", "new_thing")] },
          { path: "c.txt", changes: [lines(1, 1, "x")] },
        ],
      },
      [file("a\n"), file("new_thing\n", "b.txt")],
    );
    expect(plan).toMatchObject({
      status: "refused",
      problems: [
        { path: "a.txt", change: 1, code: "not_found" },
        { path: "c.txt", change: null, code: "no_such_file" },
      ],
      others: [
        { path: "a.txt", change: 0, state: "would_apply" },
        { path: "b.txt", change: 0, state: "already_applied" },
      ],
    });
  });

  it("are refused for a file that has changed since it was read", () => {
    const request = (expectedHash: string) => ({
      files: [{ path: "a.txt", expectedHash, changes: [search("a", "x")] }],
    });
    expect(result(planEdits(request("h0"), [file("a\n")]))).toBe("refused: stale_file");
    expect(result(planEdits(request("h1"), [file("a\n")]))).toBe("x\n");
  });
});

describe("a refusal names the closest place and the first difference", () => {
  const text = 'def f(a):\n    x = "1"\n    y = 2\n\n    return total\n';
  const cases: [string, string, object][] = [
    [
      "spelling",
      "    y = 2\n\n    return totl\n",
      { line: 5, found: "    return total", searched: "    return totl" },
    ],
    ["stale", 'def f(a):\n    x = "1"\n    y = 3\n', { line: 3, found: "    y = 2", searched: "    y = 3" }],
    ["escape", 'def f(a):\n    x = \\"1\\"\n    y = 3\n', { line: 2 }],
    ["punctuation", "def f(a):\n    x = “1”\n    y = 3\n", { line: 2 }],
    ["missing_line", 'def f(a):\n    x = "1"\n    y = 2\n    return x\n', { line: 4, found: "" }],
  ];
  it.each(cases)("%s", (kind, searched, difference) => {
    const plan = edit(text, search(searched, "new\n"));
    const problem = plan.status === "refused" ? plan.problems[0] : undefined;
    expect(problem?.closest?.difference).toMatchObject({ kind, ...difference });
    expect(problem?.message).toContain("Closest: lines");
  });

  it("says when only the indentation differs", () => {
    const plan = edit("if a:\n  b\n   c\n", search("if a:\n b\n  c\n", "if a:\n     d\n"));
    expect(plan.status === "refused" && plan.problems[0]).toMatchObject({
      code: "indentation_unclear",
      closest: { difference: { kind: "indentation", line: 2, found: "  b", searched: " b" } },
    });
  });

  it("reports that nothing similar exists", () => {
    const plan = edit("a\nb\n", search("entirely different\n", "x\n"));
    expect(plan.status === "refused" && plan.problems[0]?.closest).toBeUndefined();
  });
});
