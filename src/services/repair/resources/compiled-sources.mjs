// The sources of a compiled language's worker: inserts candidates, and maps lines of the result to candidates.
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** The exit code of a test program that ran out of ticks. */
export const SPENT = 97;

/**
 * Writes instrumented sources below a root; the tree itself is not changed. `dialect` is how the language writes a
 * choice between the original and a candidate:
 * - `body(number, code, answers)`: code before the original body of a function; `answers`: whether it returns a value
 * - `value`: `open`, `choice(number, code)` and `close` around the value of a variable
 * - `line(source, line)`: a statement that reports a line
 * - `after(path)`: what to add at the end of a file, if anything
 */
export function createSources(sources, root, dialect) {
  /** Lines that ran, from the output of a program: "2 17" is line 17 of the third source. */
  function covered(text) {
    const lines = {};
    for (const [, index, line] of text.matchAll(/^(\d+) (\d+)$/gm)) {
      const { path, marks } = sources[Number(index)];
      lines[path] = [...(lines[path] ?? []), Number(line), ...(marks.further?.[line] ?? [])];
    }
    return lines;
  }

  /** The function body, or the value of a variable, that contains all edits of a candidate. */
  function bodyOf(candidate) {
    const [[path]] = candidate;
    const source = sources.find((each) => each.path === path);
    const value = source?.marks.values.find(([start, end]) =>
      candidate.every((edit) => edit[0] === path && start <= edit[1] && edit[2] <= end),
    );
    if (value !== undefined) return { source, start: value[0], end: value[1], answers: null };
    const body = source?.marks.bodies.find(([start, end]) =>
      candidate.every((edit) => edit[0] === path && start < edit[1] && edit[2] < end),
    );
    return body === undefined ? null : { source, start: body[0], end: body[1], answers: body[2] };
  }

  /** The same for a candidate that has one: the worker leaves out the others. */
  function knownBodyOf(candidate) {
    const body = bodyOf(candidate);
    if (body === null) throw new Error("the edits of a candidate are not in one function body");
    return body;
  }

  /** The function body or the value as a candidate changes it. */
  function changed(candidate) {
    const { source, start, end, answers } = knownBodyOf(candidate);
    const edits = candidate.map(([, first, last, text]) => ({ start: first, end: last, text }));
    const whole = weave(source.text, edits);
    return { code: whole.slice(start, whole.length - (source.text.length - end)), isValue: answers === null };
  }

  /** The texts that a candidate inserts, with the body that they are in. */
  function insertedBy(candidate) {
    const { start } = knownBodyOf(candidate);
    return candidate.map(([path, , , text]) => ({ body: `${path}:${start}`, text }));
  }

  /**
   * Writes every source with the candidates' bodies before the original ones; returns which lines belong to which
   * candidate.
   */
  function write(candidates, alive) {
    const places = [];
    for (const source of sources) {
      const insertions = ticksOf(source, []);
      const choices = new Map();
      for (const index of alive) {
        const body = knownBodyOf(candidates[index]);
        if (body.source !== source) continue;
        const edits = candidates[index].map(([, start, end, text]) => ({ start, end, text }));
        const ticks = ticksOf(source, edits).filter(({ start }) => body.start < start && start < body.end);
        const whole = weave(source.text, [...edits, ...ticks]);
        if (body.answers === null) {
          const code = whole.slice(body.start, whole.length - (source.text.length - body.end));
          const known = choices.get(body.start) ?? [];
          known.push(`\n/*af:${index}*/ ${dialect.value.choice(index + 1, code)}`);
          choices.set(body.start, known);
          continue;
        }
        const code = whole.slice(body.start + 1, whole.length - (source.text.length - body.end) - 1);
        insertions.push({
          start: body.start + 1,
          end: body.start + 1,
          text: `\n/*af:${index}*/ ${dialect.body(index + 1, code, body.answers)}\n/*fa*/ `,
        });
      }
      for (const [start, end] of source.marks.values) {
        const known = choices.get(start);
        if (known === undefined) continue;
        insertions.push({ start, end: start, text: dialect.value.open });
        insertions.push({ start: end, end, text: `,${known.join("")}\n/*fa*/ ${dialect.value.close}` });
      }
      const text = weave(source.text, insertions);
      put(source, text);
      /** @type {number | null} */
      let owner = null;
      text.split("\n").forEach((line, at) => {
        if (line.startsWith("/*fa*/")) owner = null;
        const marker = /^\/\*af:(\d+)\*\//.exec(line);
        if (marker !== null) owner = Number(marker[1]);
        if (owner !== null) places.push({ path: source.path, line: at + 1, owner });
      });
    }
    return places;
  }

  function put(source, text) {
    writeFileSync(join(root, source.path), text + (dialect.after?.(source.path) ?? ""));
  }

  return {
    covered,
    bodyOf,
    changed,
    insertedBy,
    write,
    /** Writes every source with line tracking; without the marks around expressions if `isPlain`. */
    observe(isPlain = false) {
      for (const [index, source] of sources.entries()) {
        const lines = source.marks.lines.map(([at, line]) => ({
          start: at,
          end: at,
          text: dialect.line(index, line),
        }));
        const around = (isPlain ? [] : (source.marks.expressions ?? [])).flatMap(([start, end, line]) => [
          { start, end: start, text: `{ ${dialect.line(index, line)}` },
          { start: end, end, text: " }" },
        ]);
        put(source, weave(source.text, [...ticksOf(source, []), ...lines, ...around]));
      }
    },
    /** Writes every source with the edits of one candidate. */
    apart(candidate) {
      for (const source of sources) {
        const edits = candidate
          .filter(([path]) => path === source.path)
          .map(([, start, end, text]) => ({ start, end, text }));
        put(source, weave(source.text, [...edits, ...ticksOf(source, edits)]));
      }
    },
  };
}

/** The candidates at the given places, as a compiler names them. */
export function ownersOf(named, places) {
  const owners = new Set();
  for (const { path, line } of named) {
    const inLine = places.filter((each) => each.line === line);
    const place =
      inLine.find((each) => each.path === path) ??
      inLine.find((each) => each.path.endsWith(`/${path}`) || path.endsWith(`/${each.path}`)) ??
      inLine.find((each) => basename(each.path) === basename(path));
    if (place !== undefined) owners.add(place.owner);
  }
  return owners;
}

/** Insertions that count ticks, except inside replaced text. */
function ticksOf(source, edits) {
  return source.marks.ticks
    .filter(([at]) => !edits.some((edit) => edit.start < at && at < edit.end))
    .map(([at, text]) => ({ start: at, end: at, text }));
}

/** A text with edits applied, sorted and without overlapping ones. */
export function weave(text, edits) {
  let woven = "";
  let at = 0;
  for (const each of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (each.start < at) continue;
    woven += text.slice(at, each.start) + each.text;
    at = each.end;
  }
  return woven + text.slice(at);
}
