// The sources of a compiled language's worker: inserts candidates, and maps lines of the result to candidates.
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** The exit code of a test program that ran out of ticks. */
export const SPENT = 97;

/** Whether a run came to its own end: it neither ran out of ticks nor was killed. */
export const hasEnded = ({ code }) => code !== null && code !== SPENT;

/**
 * A program that reports lines gets this many ticks first. When they are used up, it reports that ("ticks 64"), and
 * gets as many again as it has had, up to its budget.
 */
export const FIRST_TICKS = 64;

/**
 * Writes instrumented sources below a root; the tree itself is not changed. `dialect` is how the language writes a
 * choice between the original and a candidate:
 * - `body(number, code, result)`: code before the original body of a function; `result`: the type that it returns, or null
 * - `value`: `open`, `choice(number, code)` and `close` around the value of a variable
 * - `line(source, line)`: a statement that reports a line
 * - `after(path)`: what to add at the end of a file, if anything
 */
export class CompiledSources {
  #sources;
  #root;
  #dialect;

  constructor(sources, root, dialect) {
    this.#sources = sources;
    this.#root = root;
    this.#dialect = dialect;
  }

  /** Lines that ran, from the output of a program: "2 17" is line 17 of the third source. */
  covered(text) {
    const lines = {};
    for (const [, index, line] of text.matchAll(/^(\d+) (\d+)$/gm)) {
      const { path, marks } = this.#sources[Number(index)];
      lines[path] = [...(lines[path] ?? []), Number(line), ...(marks.further?.[line] ?? [])];
    }
    return lines;
  }

  /** The most ticks that a program may have used, from the same output. */
  ticks(text) {
    const reported = [...text.matchAll(/^ticks (\d+)$/gm)].map(([, count]) => Number(count));
    return 2 * Math.max(FIRST_TICKS / 2, ...reported);
  }

  /** The function body, or the value of a variable, that contains all edits of a candidate. */
  bodyOf(candidate) {
    const [[path]] = candidate;
    const source = this.#sources.find((each) => each.path === path);
    const value = source?.marks.values.find(([start, end]) =>
      candidate.every((edit) => edit[0] === path && start <= edit[1] && edit[2] <= end),
    );
    if (value !== undefined) return { source, start: value[0], end: value[1], isValue: true, result: null };
    const body = source?.marks.bodies.find(([start, end]) =>
      candidate.every((edit) => edit[0] === path && start < edit[1] && edit[2] < end),
    );
    if (body === undefined) return null;
    return { source, start: body[0], end: body[1], isValue: false, result: body[2] };
  }

  /** The function body or the value as a candidate changes it. */
  changed(candidate) {
    const body = this.#knownBodyOf(candidate);
    const whole = weave(body.source.text, editsOf(candidate));
    return { code: partOf(whole, body), isValue: body.isValue };
  }

  /** The texts that a candidate inserts, with the body that they are in. */
  insertedBy(candidate) {
    const { start } = this.#knownBodyOf(candidate);
    return candidate.map(([path, , , text]) => ({ body: `${path}:${start}`, text }));
  }

  /**
   * Writes every source with the candidates' bodies before the original ones; returns which lines belong to which
   * candidate.
   */
  write(candidates, alive) {
    return this.#sources.flatMap((source) => {
      const text = weave(source.text, this.#insertionsIn(source, candidates, alive));
      this.#put(source, text);
      return ownedLines(source.path, text);
    });
  }

  /** Writes every source with line tracking; without the marks around expressions if `isPlain`. */
  observe(isPlain = false) {
    const { line: report } = this.#dialect;
    for (const [index, source] of this.#sources.entries()) {
      const lines = source.marks.lines.map(([at, line]) => insertion(at, report(index, line)));
      const around = (isPlain ? [] : (source.marks.expressions ?? [])).flatMap(([start, end, line]) => [
        insertion(start, `{ ${report(index, line)}`),
        insertion(end, " }"),
      ]);
      this.#put(source, weave(source.text, [...ticksOf(source, []), ...lines, ...around]));
    }
  }

  /** Writes every source with the edits of one candidate. */
  apart(candidate) {
    for (const source of this.#sources) {
      const edits = editsOf(candidate.filter(([path]) => path === source.path));
      this.#put(source, weave(source.text, [...edits, ...ticksOf(source, edits)]));
    }
  }

  /** The same as `bodyOf` for a candidate that has one: the worker leaves out the others. */
  #knownBodyOf(candidate) {
    const body = this.bodyOf(candidate);
    if (body === null) throw new Error("the edits of a candidate are not in one function body");
    return body;
  }

  /** Everything that is added to a source: ticks, candidates' bodies, and choices between values. */
  #insertionsIn(source, candidates, alive) {
    const insertions = ticksOf(source, []);
    const choices = new Map();
    for (const index of alive) {
      const body = this.#knownBodyOf(candidates[index]);
      if (body.source !== source) continue;
      const edits = editsOf(candidates[index]);
      const ticks = ticksOf(source, edits).filter(({ start }) => body.start < start && start < body.end);
      const code = partOf(weave(source.text, [...edits, ...ticks]), body);
      if (body.isValue) {
        const choice = `\n/*af:${index}*/ ${this.#dialect.value.choice(index + 1, code)}`;
        choices.set(body.start, [...(choices.get(body.start) ?? []), choice]);
        continue;
      }
      const text = this.#dialect.body(index + 1, code.slice(1, -1), body.result);
      insertions.push(insertion(body.start + 1, `\n/*af:${index}*/ ${text}\n/*fa*/ `));
    }
    return [...insertions, ...this.#choosing(source, choices)];
  }

  #choosing(source, choices) {
    return source.marks.values.flatMap(([start, end]) => {
      const known = choices.get(start);
      if (known === undefined) return [];
      const { open, close } = this.#dialect.value;
      return [insertion(start, open), insertion(end, `,${known.join("")}\n/*fa*/ ${close}`)];
    });
  }

  #put(source, text) {
    writeFileSync(join(this.#root, source.path), text + (this.#dialect.after?.(source.path) ?? ""));
  }
}

const insertion = (at, text) => ({ start: at, end: at, text });

const editsOf = (candidate) => candidate.map(([, start, end, text]) => ({ start, end, text }));

/** The body or value in a text that differs from the source's only there. */
function partOf(whole, { source, start, end }) {
  return whole.slice(start, whole.length - (source.text.length - end));
}

/** The lines between a candidate's marks. */
function ownedLines(path, text) {
  const places = [];
  /** @type {number | null} */
  let owner = null;
  for (const [at, line] of text.split("\n").entries()) {
    if (line.startsWith("/*fa*/")) owner = null;
    const marker = /^\/\*af:(\d+)\*\//.exec(line);
    if (marker !== null) owner = Number(marker[1]);
    if (owner !== null) places.push({ path, line: at + 1, owner });
  }
  return places;
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
