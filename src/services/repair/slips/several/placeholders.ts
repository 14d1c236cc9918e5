import { at, type Slip } from "../slip.ts";

const python: Slip = {
  why: "a text with a name in braces that is not an f-string",
  chance: "shown",
  kinds: ["string"],
  examples: {
    python: [['def f(name):\n    return "Hello {name}"', 'def f(name):\n    return f"Hello {name}"']],
  },
  leaves: {
    python: ['def f(name):\n    return "Hello {0}"', 'def f(name):\n    return "{name}".format(name=name)'],
  },
  *correct(site, context) {
    const text = context.text(site);
    const named = /^(["']).*\{([A-Za-z_]\w*)[^{}]*\}.*\1$/s.exec(text)?.[2];
    if (named === undefined || site.role === "object" || site.parent?.kind === "expression-statement") return;
    const isKnown = named === "self" || context.variables(site).some(({ name }) => name === named);
    if (isKnown) yield [at(site, `f${text}`)];
  },
};

const javascript: Slip = {
  why: "a text with a placeholder that is not a template",
  chance: "shown",
  kinds: ["string"],
  examples: {
    javascript: [
      [`function f(name) { return 'Hello \${name}'; }`, `function f(name) { return \`Hello \${name}\`; }`],
    ],
  },
  leaves: { javascript: ["x = 'Hello {name}';"] },
  *correct(site, context) {
    const inner = /^(["'])(.*\$\{[^{}]+\}.*)\1$/s.exec(context.text(site))?.[2];
    if (inner !== undefined && !inner.includes("`")) yield [at(site, `\`${inner}\``)];
  },
};

export const placeholdersSlips: readonly Slip[] = [python, javascript];
