// How Go sources are instrumented.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CompiledSources, FIRST_TICKS, ownersOf, SPENT } from "./compiled-sources.mjs";

/** Go's own limit is 1 GB, which an endless recursion takes a second to fill. */
const MOST_STACK = 32 << 20;

export function createGoSources(sources, root) {
  const longest = Math.max(...sources.map((each) => each.text.split("\n").length)) + 1;
  for (const folder of new Set(sources.map((each) => dirname(each.path)))) {
    const sample = sources.find((each) => dirname(each.path) === folder);
    const name = /^package\s+(\w+)/m.exec(sample.text)?.[1] ?? "main";
    writeFileSync(join(root, folder, "agentforge_support.go"), support(name, sources.length, longest));
  }
  return new GoSources(sources, root, DIALECT);
}

class GoSources extends CompiledSources {
  /** A file with only the function body or the value that a candidate changes. */
  alone(candidate) {
    const { code, isValue } = this.changed(candidate);
    return `package p\n\n${isValue ? "var v =" : "func f()"} ${code}\n`;
  }
}

const DIALECT = {
  body: (number, code, result) =>
    `if afMutant == ${number} {${called(code, result)}\n${result === null ? "return\n" : ""}}`,
  value: {
    open: "afChoose(",
    choice: (number, code) => `afWhen(${number}, ${code}),`,
    close: ")",
  },
  line: (source, line) => `afLine(${source}, ${line});`,
};

/**
 * A candidate is a function, because Go reserves stack for the variables of all candidates in a body, even of those that
 * do not run: a recursion would soon reach the limit. But `recover` works only where the author wrote it.
 */
function called(code, result) {
  if (/\brecover\s*\(/.test(code)) return code;
  return ` ${result === null ? "" : "return "}func() ${result ?? ""} {${code}\n}()`;
}

export function blamed(output, places) {
  const named = [...output.matchAll(/^(?:\.\/)?(\S+?\.go):(\d+):\d+/gm)];
  return ownersOf(
    named.map(([, path, line]) => ({ path, line: Number(line) })),
    places,
  );
}

function support(name, count, longest) {
  return `package ${name}\n\n${SUPPORT}\nvar afSeen [${count}][${longest}]bool\n`;
}

const SUPPORT = `import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
)

func init() {
	debug.SetMaxStack(${MOST_STACK})
}

var afMutant, _ = strconv.Atoi(os.Getenv("AF_MUTANT"))
var afFile, _ = os.OpenFile(os.Getenv("AF_LINES"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
var afBudget = afNumber(os.Getenv("AF_TICKS"))
var afTicks = afFirst()
var afGiven = afTicks

func afNumber(text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return 1 << 40
}

func afFirst() int {
	if afFile == nil {
		return afBudget
	}
	return ${FIRST_TICKS}
}

func afTick() {
	afTicks--
	if afTicks < 0 {
		afSpent()
	}
}

func afSpent() {
	if afGiven >= afBudget {
		os.Exit(${SPENT})
	}
	fmt.Fprintln(afFile, "ticks", afGiven)
	afTicks = afGiven
	afGiven *= 2
}

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
