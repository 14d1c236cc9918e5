import { commandWords } from "./command-words.ts";
import { lists } from "./lists.ts";
import type { Call } from "./survey.ts";
import { HOLE } from "./values.ts";

/** Programs that print or search for their arguments and never execute them. */
const TALKS = "echo printf grep egrep fgrep rg ag ack cat head tail sed awk jq wc diff less more";
const INTERPRETS = /^(?:python[\d.]*|node|nodejs|bun|deno|perl|ruby|php|lua|osascript)$/;
const OURS =
  /(?:^|\/)(?:agentforge(?:@[\w.^~-]+)?|agentforge\.(?:js|cmd|ps1)|agentforge\/(?:bin|dist)\/\w+\.js)$/;
const IN_CODE = /\bguard\b[\s\S]{0,60}\b(?:allow|revoke)\b[\s\S]{0,60}(?:--(?:once|session|always)|\bD-)/;

/** Programs that start others by their name. */
const STARTS = /^(?:npx|npm|pnpm|yarn|bunx?|node|nodejs|deno|corepack|volta|mise|asdf|uvx?|pipx)$/;
/** Commands by which a person answers, or changes what guards the agent. */
const ANSWERS =
  /^(?:guard|hooks?|review|plans?|rollback|serve|worker|mcp|init|config|escalation|fleet|state|session)$/;
/** Their subcommands that only show something, or continue what a person started. */
const SHOWS: Readonly<Record<string, RegExp>> = {
  hooks: /^doctor$/,
  guard: /^(?:eval|denials)$/,
  review: /^(?:list|show|status)$/,
  plan: /^(?:list|show|status)$/,
  plans: /^(?:list|show|status)$/,
  escalation: /^(?:list|show)$/,
  fleet: /^(?:list|status|show|inbox)$/,
  state: /^check$/,
  session: /^(?:list|show|replay|resume)$/,
};
const WITHOUT_SANDBOX = "--unsafe-no-sandbox";

/** Why these arguments of AgentForge are for people only; null if they are not. */
export function whyForPeople(args: readonly string[]): string | null {
  if (args.includes(WITHOUT_SANDBOX)) return "only a person may run tests without the sandbox";
  const isAnswer = commandWords(args).some(
    ([first = "", second = ""]) =>
      (ANSWERS.test(first) && SHOWS[first]?.test(second) !== true) ||
      /^(?:approve|reject|allow)/.test(second),
  );
  return isAnswer ? "an agent may not answer its own reviews or change its own guards" : null;
}

/**
 * Whether a program would allow something that the guards denied, which only a person may do. Judged by the
 * arguments after the program, because there are too many ways to start AgentForge: `npx`, `node
 * bin/agentforge.js`, a script.
 */
export function answersForPerson(call: Call): boolean {
  if (lists(TALKS, call.name)) return false;
  const words = [call.name, ...call.args.map((field) => field.text)];
  const code = call.input.kind === "text" ? [...words, call.input.text.text] : words;
  if (INTERPRETS.test(call.name) && code.some((text) => IN_CODE.test(text))) return true;
  const own = words.findIndex((word) => word.includes("agentforge") && OURS.test(word));
  const plain = words.filter((word) => !word.startsWith("-"));
  if (own === -1) return plain.some((word, index) => word === "guard" && grants(plain[index + 1], words));
  const args = words.slice(own + 1);
  if (STARTS.test(call.name) && whyForPeople(args) !== null) return true;
  return commandWords(args).some(
    ([first = "", second = ""]) =>
      `${first} ${second}`.includes(HOLE) || (first === "guard" && /^(?:allow|revoke)$/.test(second)),
  );
}

/** `guard allow D-1a2b3c4d --once` after a program with a different name. */
function grants(verb: string | undefined, words: readonly string[]): boolean {
  return (
    /^(?:allow|revoke)$/.test(verb ?? "") &&
    words.some((word) => /^(?:--(?:once|session|always)|D-[0-9a-f]+|[0-9a-f]{8})$/.test(word))
  );
}
