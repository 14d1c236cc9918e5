import type { LanguageId } from "../../domain/rules/languages/languages.ts";
import type { NapiConfig } from "./syntax.ts";

/** An ast-grep rule for each language, with constraints on its parts. */
export function compileRule(
  options: { readonly language: readonly LanguageId[]; readonly constraints?: object | undefined },
  rule: unknown,
): ReadonlyMap<LanguageId, NapiConfig> {
  const constraints = options.constraints === undefined ? {} : { constraints: options.constraints };
  const matcher = (language: LanguageId) => ({
    rule: language === "go" ? withGoContext(rule) : rule,
    ...constraints,
  });
  return new Map(options.language.map((language) => [language, matcher(language) as NapiConfig]));
}

/** On its own, `f(x)` is a type conversion in Go's grammar; inside a function it is a call, as intended. */
function withGoContext(rule: unknown): unknown {
  if (Array.isArray(rule)) return rule.map(withGoContext);
  if (typeof rule !== "object" || rule === null) return rule;
  return Object.fromEntries(
    Object.entries(rule).map(([key, value]) => {
      const isCall = key === "pattern" && typeof value === "string" && /^[\w$.]+\(.*\)$/s.test(value);
      if (!isCall) return [key, withGoContext(value)];
      return [key, { context: `package p\nfunc f() { ${value} }`, selector: "call_expression" }];
    }),
  );
}

/** ast-grep's error message about a rule, on one line. */
export function compilerWords(error: unknown, language: LanguageId): string {
  const why = error instanceof Error ? error.message.replace(/\s*\|->\s*/g, " ") : String(error);
  return `${why} (${language})`;
}
