import "./own-temporary.ts";
/**
 * Does the command policy see everything that a real bash runs? Random scripts are built around one program name,
 * damaged slightly, run by bash without any available program, and compared with what the parser found. A call that
 * bash made and the parser neither saw nor rejected is a miss, and one miss fails the battery.
 *
 *   node test/battery/command-parser.ts [scripts] [seed]
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { NO_FILES } from "../../src/services/guardrails/files.ts";
import { inspectCommand } from "../../src/services/guardrails/inspect.ts";

const scripts = Number(process.argv[2] ?? 1500);
const seed = Number(process.argv[3] ?? 1);
const CONTROLS = ["canary", "echo canary", "echo $(canary)", "cat <<'E'\n$(canary)\nE"];
const CONTROL_RUNS = [true, false, true, false];

const texts = [...CONTROLS, ...generate()];
const ran = runInBash(texts);
const sound = CONTROL_RUNS.every((wanted, index) => ran.has(index) === wanted);
const blind = texts.filter((_, index) => ran.has(index)).length;
const missed = texts.filter((text, index) => ran.has(index) && !isSeen(text));
const understood = texts.filter((text) => !refuses(text, "unparsable")).length;

console.table({
  scripts: texts.length,
  understood,
  "run by bash": ran.size,
  "missed by a parser that sees nothing": blind,
  missed: missed.length,
});
for (const text of missed.slice(0, 20)) console.log(`missed: ${JSON.stringify(text)}`);
if (!sound || blind < CONTROL_RUNS.filter(Boolean).length)
  console.log("void: the controls did not do what they must");
process.exitCode = sound && blind > 0 && missed.length === 0 ? 0 : 1;

function isSeen(text: string): boolean {
  const survey = inspect(text);
  return survey?.calls.some((call) => call.name === "canary") === true || refuses(text, null);
}

function refuses(text: string, rule: string | null): boolean {
  return (
    inspect(text)?.objections.some(
      (finding) => finding.effect === "deny" && (rule === null || finding.rule === rule),
    ) === true
  );
}

function inspect(text: string) {
  return inspectCommand(
    { kind: "shell", name: "Bash", command: text },
    { root: "/repo", cwd: "/repo" },
    NO_FILES,
  );
}

/** Indexes of the scripts in which bash called `canary`. Each has one second of CPU time and no programs. */
function runInBash(all: readonly string[]): ReadonlySet<number> {
  const folder = mkdtempSync(join(tmpdir(), "command-battery-"));
  try {
    mkdirSync(join(folder, "work"));
    writeFileSync(join(folder, "in"), all.map((text) => `${text}\0`).join(""));
    const driver = `export PATH=/nonexistent
canary() { builtin printf '%s\\n' "$ID" >> '${folder}/log'; }
ID=-1; cd '${folder}/work' || exit 1
while IFS= read -r -d '' text <&9; do ID=$((ID+1)); ( ulimit -t 1; eval "$text" ) </dev/null >/dev/null 2>&1 9<&-; done 9<'${folder}/in'
exit 0`;
    execFileSync("bash", ["--norc", "-c", driver], {
      timeout: 600_000,
      killSignal: "SIGKILL",
      stdio: "ignore",
    });
    const log = existsSync(join(folder, "log")) ? readFileSync(join(folder, "log"), "utf8") : "";
    return new Set(
      log
        .split("\n")
        .filter((line) => line !== "")
        .map(Number),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function generate(): string[] {
  const leaf = fc.constantFrom(
    "canary",
    "canary a",
    "echo a",
    "true",
    "'canary'",
    'can"ary"',
    "c\\anary",
    "$'\\x63anary'",
    "x=1",
    "x=canary; $x",
    "eval canary",
    "command canary",
    ": a",
    "echo canary",
    "# canary\ntrue",
    "x='canary'; eval $x",
    "builtin eval canary",
    "{canary,a}",
  );
  const around: readonly ((inner: string) => string)[] = [
    (inner) => `( ${inner} )`,
    (inner) => `{ ${inner}; }`,
    (inner) => `echo $( ${inner} )`,
    (inner) => `echo "$(${inner})"`,
    (inner) => `echo \`${inner}\``,
    (inner) => `if ${inner}; then ${inner}; fi`,
    (inner) => `for i in 1; do ${inner}; done`,
    (inner) => `case a in a) ${inner};; esac`,
    (inner) => `f() { ${inner}; }; f`,
    (inner) => `echo \${x:-$(${inner})}`,
    (inner) => `echo $((1+$(${inner})))`,
    (inner) => `x=$(${inner})`,
    (inner) => `: <<E\n$(${inner})\nE\n`,
    (inner) => `: <<'E'\n$(${inner})\nE\n`,
    (inner) => `: <<< $(${inner})`,
    (inner) => `[[ -n $(${inner}) ]]`,
    (inner) => `! ${inner}`,
    (inner) => `: "\${x:-\`${inner}\`}"`,
    (inner) => `a=($(${inner}))`,
    (inner) => `echo '${inner}'`,
    (inner) => `: <(${inner})`,
    (inner) => `eval '${inner}'`,
    (inner) => `trap '${inner}' EXIT`,
    (inner) => `x='a[$(${inner})]'; echo $((x))`,
    (inner) => `test -v 'a[$(${inner})]'`,
    (inner) => `mapfile -c 1 -C '${inner};' a <<< x`,
  ];
  const { script } = fc.letrec<{ script: string }>((tie) => ({
    script: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      leaf,
      fc
        .tuple(tie("script"), fc.constantFrom(";", "&&", "||", "|", "\n", " & "), tie("script"))
        .map((parts) => parts.join("")),
      fc.tuple(fc.constantFrom(...around), tie("script")).map(([wrap, inner]) => wrap(inner)),
    ),
  }));
  const piece = fc.constantFrom(
    "'",
    '"',
    "`",
    "$",
    "$(",
    ")",
    "(",
    "{",
    "}",
    "[[",
    "]]",
    "<(",
    ">a",
    "<<E\n",
    "\n",
    ";",
    "&&",
    "|",
    "\\",
    "\\\n",
    "#",
    "!",
    "=",
    "${x",
    "$((",
    "))",
    "fi",
    "done",
    "esac",
    " ",
  );
  const damage = fc.array(fc.tuple(fc.nat(400), fc.constantFrom("drop", "double", "insert"), piece), {
    maxLength: 2,
  });
  return fc
    .sample(fc.tuple(script, damage), { numRuns: scripts, seed })
    .map(([text, changes]) =>
      changes.reduce((changed, [at, how, inserted]) => damaged(changed, at, how, inserted), text),
    )
    .filter((text) => !text.includes("\0"));
}

function damaged(text: string, at: number, how: string, inserted: string): string {
  const index = text.length === 0 ? 0 : at % text.length;
  if (how === "drop") return text.slice(0, index) + text.slice(index + 1);
  return text.slice(0, index) + (how === "double" ? (text[index] ?? "") : inserted) + text.slice(index);
}
