/** Rules that find something with a fix in the projects of this folder. */
export const RUFF_TOML = `[lint]
select = ["E", "F", "W", "I", "UP", "B", "PIE", "RET"]
`;

export const ESLINT_CONFIG = `export default [
  {
    files: ["**/*.js"],
    rules: {
      "arrow-body-style": "error",
      curly: "error",
      "dot-notation": "error",
      eqeqeq: "error",
      "logical-assignment-operators": "error",
      "no-else-return": "error",
      "no-extra-boolean-cast": "error",
      "no-lonely-if": "error",
      "no-undef-init": "error",
      "no-unneeded-ternary": "error",
      "no-useless-return": "error",
      "no-useless-rename": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "operator-assignment": "error",
      "prefer-arrow-callback": "error",
      "prefer-const": "error",
      "prefer-exponentiation-operator": "error",
      "prefer-object-spread": "error",
      "prefer-template": "error",
      yoda: "error",
    },
  },
];
`;

export const BIOME_JSON = `{
  "linter": {
    "rules": {
      "style": {
        "useConst": "error",
        "useTemplate": { "level": "error", "fix": "safe" },
        "useExponentiationOperator": { "level": "error", "fix": "safe" },
        "useCollapsedElseIf": { "level": "error", "fix": "safe" },
        "useShorthandAssign": { "level": "error", "fix": "safe" },
        "noUselessElse": { "level": "error", "fix": "safe" },
        "useNodejsImportProtocol": { "level": "error", "fix": "safe" },
        "useNumberNamespace": { "level": "error", "fix": "safe" }
      },
      "complexity": { "useLiteralKeys": { "level": "error", "fix": "safe" } },
      "suspicious": { "noVar": { "level": "error", "fix": "safe" } }
    }
  }
}
`;

/** Biome's rules find different things than ESLint's. */
export const BIOME_REPORT = `import { EOL } from "os";
import { format as format, total } from "./prices.js";

export function lines(prices, options) {
  let prefix = options?.prefix ?? "";
  return prices.map((price) => prefix + format(price));
}

export function report(prices, print) {
  if (!!prices.length) {
    print(lines(prices).join(EOL));
  } else {
    if (print.onEmpty) {
      print.onEmpty();
    }
  }
  print("total: " + parseInt(total(prices), 10));
}

export function label(text) {
  switch (text) {
    case "a":
    default:
      return text.replace(/  /g, " ");
  }
}
`;

/**
 * Only the simplifications that have a fix: a search for others would run Staticcheck for every candidate.
 */
export const STATICCHECK_CONF = `checks = [
  "S1001", "S1002", "S1003", "S1004", "S1005", "S1010",
  "S1011", "S1012", "S1024", "S1025", "S1028", "S1030",
]
`;

export const SEMGREP_RULES = `rules:
  - id: list-type
    languages: [python]
    severity: WARNING
    message: Write list.
    pattern: List[$T]
    fix: list[$T]
  - id: format-call
    languages: [python]
    severity: WARNING
    message: Write a formatted string.
    pattern: '"{} {}".format($A, $B)'
    fix: 'f"{$A} {$B}"'
  - id: dict-call
    languages: [python]
    severity: WARNING
    message: Write {}.
    pattern: dict()
    fix: "{}"
  - id: keys-call
    languages: [python]
    severity: WARNING
    message: Ask the dictionary.
    pattern: $X in $Y.keys()
    fix: $X in $Y
  - id: not-in
    languages: [python]
    severity: WARNING
    message: Write not in.
    pattern: not $X in $Y
    fix: $X not in $Y
  - id: constant-getattr
    languages: [python]
    severity: WARNING
    message: Write the attribute.
    pattern: getattr($X, "name")
    fix: $X.name
  - id: any-of-list
    languages: [python]
    severity: WARNING
    message: No list is needed.
    pattern: any([$X for $Y in $Z])
    fix: any($X for $Y in $Z)
  - id: sum-of-list
    languages: [python]
    severity: WARNING
    message: No list is needed.
    pattern: sum([$X for $Y in $Z], $S)
    fix: sum(($X for $Y in $Z), $S)
  - id: set-of-list
    languages: [python]
    severity: WARNING
    message: Write a set.
    pattern: set([$X for $Y in $Z])
    fix: "{$X for $Y in $Z}"
  - id: first-of-sorted
    languages: [python]
    severity: WARNING
    message: Use min.
    pattern: sorted($X, key=$K)[0]
    fix: min($X, key=$K)
  - id: bool-return
    languages: [python]
    severity: WARNING
    message: Return the comparison.
    pattern: |
      if $X == $Y:
          return True
      return False
    fix: return $X == $Y
  - id: codec
    languages: [python]
    severity: WARNING
    message: The default.
    pattern: $X.encode("utf-8")
    fix: $X.encode()
  - id: open-mode
    languages: [python]
    severity: WARNING
    message: The default.
    pattern: open($P, "r", encoding=$E)
    fix: open($P, encoding=$E)
  - id: percent
    languages: [python]
    severity: WARNING
    message: Write a formatted string.
    pattern: '"%s: %s" % ($A, $B)'
    fix: 'f"{$A}: {$B}"'
  - id: unused-os
    languages: [python]
    severity: WARNING
    message: Not used.
    pattern: import os
    fix: ""
`;
