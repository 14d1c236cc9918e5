import { stringify } from "yaml";
import type { Severity } from "../../../domain/entities/common.ts";
import type { LanguageId } from "../../../domain/rules/languages/languages.ts";

/** A rule of a starter contract, with code that violates it and code that complies. A test runs both, and the fix. */
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
  /** `bad` after the rule's own fix; absent if a person or a model must fix it. */
  readonly fixed?: string;
  /** The path of the examples, if the starter's default does not fit. */
  readonly path?: string;
}

/** A contract that `agentforge init` can write. */
export interface Starter {
  /** Also the id of the contract and the name of its file. */
  readonly id: string;
  readonly title: string;
  readonly languages: readonly LanguageId[];
  readonly applies_to: readonly string[];
  /** A plain `init` writes it for repositories with such files; never if empty. */
  readonly wantedBy: readonly string[];
  /** The default path of the rules' examples. */
  readonly path: string;
  readonly rules: readonly StarterRule[];
}

/** The contract's YAML text. */
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
