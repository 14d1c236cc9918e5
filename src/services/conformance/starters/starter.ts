import { stringify } from "yaml";
import type { Severity } from "../../../domain/entities/common.ts";
import type { LanguageId } from "../../../domain/rules/languages.ts";

/** A rule of a starter contract, with code that breaks it and code that keeps it. A test runs both, and the fix. */
export interface StarterRule {
  readonly id: string;
  readonly severity: Severity;
  readonly message: string;
  readonly why: string;
  readonly fix_hint?: string;
  readonly applies_to?: readonly string[];
  /** Exactly one of them; the starter adds the language to `ast`. */
  readonly ast?: Readonly<Record<string, unknown>>;
  readonly pattern?: Readonly<Record<string, unknown>>;
  readonly metric?: Readonly<Record<string, unknown>>;
  readonly layers?: Readonly<Record<string, unknown>>;
  readonly bad: string;
  readonly good: string;
  /** `bad` after the rule's own fix; absent where a person or a model must fix it. */
  readonly fixed?: string;
  /** Of the examples, where the usual one of the starter does not fit. */
  readonly path?: string;
}

/** A contract that `agentforge init` can write. */
export interface Starter {
  /** Also the id of the contract and the name of its file. */
  readonly id: string;
  readonly title: string;
  readonly languages: readonly LanguageId[];
  readonly applies_to: readonly string[];
  /** A repository with such files gets it from a plain `init`; nobody does where it is empty. */
  readonly wantedBy: readonly string[];
  /** Where the examples of its rules are. */
  readonly path: string;
  readonly rules: readonly StarterRule[];
}

/** The contract as people read and change it. */
export function contractText(starter: Starter): string {
  const head = {
    id: starter.id,
    description: `${starter.title} Change the rules freely; docs/conformance.md describes every key.`,
    applies_to: starter.applies_to,
  };
  const checks = starter.rules.map((rule) => stringify([checkOf(starter, rule)], { lineWidth: 110 }));
  return `${stringify(head, { lineWidth: 110 })}checks:\n${checks.join("").replace(/^(?=.)/gm, "  ")}`;
}

function checkOf({ languages }: Starter, rule: StarterRule): unknown {
  const { bad: _bad, good: _good, fixed: _fixed, path: _path, ast, ...rest } = rule;
  const language = languages.length === 1 ? languages[0] : languages;
  return ast === undefined ? rest : { ...rest, ast: { language, ...ast } };
}
