// The sources of the Go worker: inserts candidates, and maps lines of the result to candidates.
import { writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export const SPENT = 97;

/** Writes instrumented sources below a root; the tree itself is not changed. */
export function createSources(sources, root) {
  const longest = Math.max(...sources.map((each) => each.text.split("\n").length)) + 1;
  for (const folder of new Set(sources.map((each) => dirname(each.path)))) writeSupport(folder);

  function writeSupport(folder) {
    const sample = sources.find((each) => dirname(each.path) === folder);
    const name = /^package\s+(\w+)/m.exec(sample.text)?.[1] ?? "main";

    writeFileSync(join(root, folder, "agentforge_support.go"), support(name, sources.length, longest));
  }

  /** Lines that ran, from the output of afLine: "2 17" is line 17 of the third source. */
  function covered(text) {
    const lines = {};
    for (const [, index, line] of text.matchAll(/^(\d+) (\d+)$/gm)) {
      const { path } = sources[Number(index)];
      lines[path] = [...(lines[path] ?? []), Number(line)];
    }
    return lines;
  }

  /** The function body, or the value of a package variable, that contains all edits of a candidate. */
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

  /** A file with only the function body or the value that a candidate changes. */
  function alone(candidate) {
    const { source, start, end, answers } = bodyOf(candidate);
    const edits = candidate.map(([, first, last, text]) => ({ start: first, end: last, text }));
    const whole = weave(source.text, edits);
    const code = whole.slice(start, whole.length - (source.text.length - end));
    return `package p\n\n${answers === null ? "var v =" : "func f()"} ${code}\n`;
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
        const body = bodyOf(candidates[index]);
        if (body.source !== source) continue;
        const edits = candidates[index].map(([, start, end, text]) => ({ start, end, text }));
        const ticks = ticksOf(source, edits).filter(({ start }) => body.start < start && start < body.end);
        const whole = weave(source.text, [...edits, ...ticks]);
        if (body.answers === null) {
          const code = whole.slice(body.start, whole.length - (source.text.length - body.end));
          const known = choices.get(body.start) ?? [];
          known.push(`\n/*af:${index}*/ afWhen(${index + 1}, ${code}),`);
          choices.set(body.start, known);
          continue;
        }
        const code = whole.slice(body.start + 1, whole.length - (source.text.length - body.end) - 1);
        insertions.push({
          start: body.start + 1,
          end: body.start + 1,
          text: `\n/*af:${index}*/ if afMutant == ${index + 1} {${code}\n${body.answers ? "" : "return\n"}}\n/*fa*/ `,
        });
      }
      for (const [start, end] of source.marks.values) {
        const known = choices.get(start);
        if (known === undefined) continue;
        insertions.push({ start, end: start, text: "afChoose(" });
        insertions.push({ start: end, end, text: `,${known.join("")}\n/*fa*/ )` });
      }
      const text = weave(source.text, insertions);
      writeFileSync(join(root, source.path), text);
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

  return {
    covered,
    bodyOf,
    alone,
    write,
    blamed,
    /** Writes every source with line tracking. */
    observe() {
      for (const [index, source] of sources.entries())
        writeFileSync(join(root, source.path), observed(source, index));
    },
    /** Writes every source with the edits of one candidate. */
    apart(candidate) {
      for (const source of sources) {
        const edits = candidate
          .filter(([path]) => path === source.path)
          .map(([, start, end, text]) => ({ start, end, text }));
        writeFileSync(join(root, source.path), weave(source.text, [...edits, ...ticksOf(source, edits)]));
      }
    },
  };
}

function observed(source, index) {
  const lines = source.marks.lines.map(([at, line]) => ({
    start: at,
    end: at,
    text: `afLine(${index}, ${line});`,
  }));
  return weave(source.text, [...ticksOf(source, []), ...lines]);
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

function blamed(output, places) {
  const wrong = new Set();
  for (const [, path, line] of output.matchAll(/^(?:\.\/)?(\S+?\.go):(\d+):\d+/gm)) {
    const place = places.find(
      (each) =>
        each.line === Number(line) &&
        (each.path === path || each.path.endsWith(`/${path}`) || basename(each.path) === basename(path)),
    );
    if (place !== undefined) wrong.add(place.owner);
  }
  return wrong;
}

function support(name, count, longest) {
  return `package ${name}

import (
	"fmt"
	"os"
	"strconv"
)

var afMutant, _ = strconv.Atoi(os.Getenv("AF_MUTANT"))
var afTicks = afBudget()

func afBudget() int {
	if n, err := strconv.Atoi(os.Getenv("AF_TICKS")); err == nil {
		return n
	}
	return 1 << 40
}

func afTick() {
	afTicks--
	if afTicks < 0 {
		os.Exit(${SPENT})
	}
}

var afFile, _ = os.OpenFile(os.Getenv("AF_LINES"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
var afSeen [${count}][${longest}]bool

func afLine(source, line int) {
	if afSeen[source][line] || afFile == nil {
		return
	}
	afSeen[source][line] = true
	fmt.Fprintln(afFile, source, line)
}

type afCase[T any] struct {
	mutant int
	value  T
}

func afWhen[T any](mutant int, value T) afCase[T] { return afCase[T]{mutant, value} }

func afChoose[T any](original T, others ...afCase[T]) T {
	for _, each := range others {
		if each.mutant == afMutant {
			return each.value
		}
	}
	return original
}
`;
}
