import { AgentForgeError } from "../../errors.ts";

const MOST_ALTERNATIVES = 256;
/** The limit for all alternatives together, which bounds the cost of matching a path. */
const MOST_CHARACTERS = 16_384;

interface Group {
  readonly commas: number[];
  close: number;
}

/** `a{b,c}` → `ab`, `ac`. Unpaired braces, and braces without a comma between them, are literal. */
export function expandBraces(glob: string): readonly string[] {
  if (glob.length > MOST_CHARACTERS) throw tooLong(glob);
  if (!glob.includes("{")) return [glob];
  const results = expand(glob, 0, glob.length, findGroups(glob));
  if (results.reduce((total, each) => total + each.length, 0) > MOST_CHARACTERS) throw tooLong(glob);
  return results;
}

/** The groups of a glob by the position of their opening brace, in one pass. */
function findGroups(glob: string): Map<number, Group> {
  const groups = new Map<number, Group>();
  const open: { readonly at: number; readonly group: Group }[] = [];
  for (let at = 0; at < glob.length; at++) {
    const character = glob.charAt(at);
    if (character === "\\") at++;
    else if (character === "{") open.push({ at, group: { commas: [], close: -1 } });
    else if (character === ",") open.at(-1)?.group.commas.push(at);
    else if (character === "}") {
      const last = open.pop();
      if (!last || last.group.commas.length === 0) continue;
      last.group.close = at;
      groups.set(last.at, last.group);
    }
  }
  return groups;
}

function expand(glob: string, from: number, to: number, groups: ReadonlyMap<number, Group>): string[] {
  let results = [""];
  let plain = from;
  for (let at = from; at < to; at++) {
    if (glob.charAt(at) === "\\") at++;
    const group = groups.get(at);
    if (group === undefined || glob.charAt(at) !== "{") continue;
    const before = glob.slice(plain, at);
    const cuts = [at, ...group.commas, group.close];
    const alternatives: string[] = [];
    for (const [index, end] of cuts.slice(1).entries()) {
      alternatives.push(...expand(glob, (cuts[index] ?? 0) + 1, end, groups));
      if (results.length * alternatives.length > MOST_ALTERNATIVES) throw tooLong(glob);
    }
    results = results.flatMap((result) => alternatives.map((each) => result + before + each));
    at = group.close;
    plain = at + 1;
  }
  return results.map((result) => result + glob.slice(plain, to));
}

function tooLong(glob: string): AgentForgeError {
  return new AgentForgeError(
    "bad_input",
    `the pattern "${glob.slice(0, 80)}…" is too long, or its braces stand for more than ${MOST_ALTERNATIVES} alternatives`,
    { hint: "Write it as several patterns, or with fewer braces." },
  );
}
