import fc from "fast-check";
import { expect, it } from "vitest";
import type { Change, EditPlan } from "../../domain/ports/editing.ts";
import { planEdits } from "./plan.ts";

const plan = (bytes: Uint8Array, ...changes: Change[]): EditPlan =>
  planEdits({ files: [{ path: "f", changes }] }, [{ path: "f", bytes, hash: "" }]);

function after(done: EditPlan): Buffer | null {
  if (done.status === "refused") return null;
  const [edited] = done.files;
  return edited === undefined ? null : Buffer.from(edited.after);
}

const indent = fc.constantFrom("", "  ", "    ", "\t", "\t\t");
const word = fc.constantFrom("alpha", "beta", "x = 1", "}", "", "$& $1", "“q”", 'say("hi")', "ü", "a\\nb");
const line = fc.tuple(indent, word).map(([space, text]) => space + text);
const lines = fc.array(line, { minLength: 1, maxLength: 12 });
const eol = fc.constantFrom("\n", "\r\n");
const mark = fc.constantFrom("", "\ufeff");

interface File {
  readonly bytes: Buffer;
  readonly lines: readonly string[];
  readonly eol: string;
}

const uniform: fc.Arbitrary<File> = fc
  .tuple(lines, eol, mark, fc.boolean())
  .map(([all, end, bom, closed]) => ({
    bytes: Buffer.from(bom + all.join(end) + (closed ? end : "")),
    lines: all,
    eol: end,
  }));

it("undoes a line edit by the reverse edit", () => {
  fc.assert(
    fc.property(uniform, lines, fc.nat(), fc.nat(), (file, more, a, b) => {
      const text = [...more, "end"];
      const count = lineCount(file.bytes);
      fc.pre(count > 0);
      const start = (a % count) + 1;
      const end = start + (b % (count - start + 1));
      const old = linesOf(file.bytes).slice(start - 1, end);
      const forth = after(plan(file.bytes, { kind: "lines", start, end, text: `${text.join("\n")}\n` }));
      fc.pre(forth !== null);
      const back = {
        kind: "lines",
        start,
        end: start + text.length - 1,
        text: `${old.join("\n")}\n`,
      } as const;
      expect(after(plan(forth ?? Buffer.alloc(0), back))).toEqual(file.bytes);
    }),
    { numRuns: 400 },
  );
});

it("undoes a search edit by the reverse edit, for any line endings and byte order marks", () => {
  fc.assert(
    fc.property(uniform, fc.nat(), lines, (file, at, text) => {
      const position = at % file.lines.length;
      const search = `first_marker_before\n${file.lines[position]}\nlast_marker_before`;
      const replace = `first_marker_after\n${text.join("\n")}\nlast_marker_after`;
      const bom = file.bytes.toString().startsWith("\ufeff") ? "\ufeff" : "";
      const all = file.lines.toSpliced(position, 1, ...search.split("\n"));
      const before = Buffer.from(bom + all.join(file.eol));
      const forth = after(plan(before, { kind: "search", search, replace }));
      expect(forth?.toString()).toBe(
        bom + file.lines.toSpliced(position, 1, ...replace.split("\n")).join(file.eol),
      );
      expect(
        after(plan(forth ?? Buffer.alloc(0), { kind: "search", search: replace, replace: search })),
      ).toEqual(before);
    }),
    { numRuns: 400 },
  );
});

/** Distortions of requests in transit; each keeps the lines recognizable. */
const distortion = fc.constantFrom<(line: string, index: number) => string>(
  (text) => `${text}  `,
  (text) => (text.trim() === "" ? text : `    ${text}`),
  (text, index) => (index === 0 ? text.trimStart() : text),
  (text) => text.replaceAll("\t", "    "),
  (text) => text.replaceAll('"', "”"),
  (text) => text.replaceAll('"', '\\"'),
  (text) => text.trimStart(),
  (text) => text.replace("alpha", "alpa"),
  (text, index) => `${index + 1} | ${text}`,
);

it("keeps every untouched byte, whichever pass matches", () => {
  const mixed = fc.array(fc.tuple(line, eol), { minLength: 4, maxLength: 16 });
  fc.assert(
    fc.property(
      mixed,
      mark,
      fc.boolean(),
      fc.nat(),
      fc.nat(),
      distortion,
      (pairs, bom, closed, a, b, distort) => {
        const raw = pairs.map(
          ([text, end], index) => text + (index === pairs.length - 1 && !closed ? "" : end),
        );
        const bytes = Buffer.from(bom + raw.join(""));
        const from = a % pairs.length;
        const to = from + 1 + (b % (pairs.length - from));
        const search = pairs.slice(from, to).map(([text], index) => distort(text, index));
        const replace = [...search.slice(0, -1), "a_new_line()", ...search.slice(-1)];
        const done = plan(bytes, { kind: "search", search: search.join("\n"), replace: replace.join("\n") });
        const result = after(done);
        if (result === null || done.status === "refused") return;
        const text = result.toString();
        const changed = done.files.flatMap((file) => file.applied.flatMap((applied) => applied.ranges));
        const first = Math.min(...changed.map((range) => range.before.start)) - 1;
        const last = Math.max(...changed.map((range) => range.before.end));
        expect(text.startsWith(bom + raw.slice(0, first).join("").trimEnd())).toBe(true);
        expect(text.endsWith(raw.slice(last).join(""))).toBe(true);
        expect(text.endsWith("\n")).toBe(raw.join("").endsWith("\n"));
        expect(text).toContain("a_new_line()");
      },
    ),
    { numRuns: 1500 },
  );
});

it("never throws and never edits bytes it cannot read", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.string(), fc.string(), (bytes, search, replace) => {
      const done = plan(bytes, { kind: "search", search, replace });
      if (done.status === "ready" && bytes.includes(0) && !isUtf16(bytes)) expect(done.files).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

function linesOf(bytes: Buffer): string[] {
  const text = bytes.toString().replace(/^\ufeff/, "");
  const all = text.split(/\r?\n/);
  return all.at(-1) === "" ? all.slice(0, -1) : all;
}

const lineCount = (bytes: Buffer): number => linesOf(bytes).length;
