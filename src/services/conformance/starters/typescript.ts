import { EVERYWHERE, limits } from "./shared.ts";

/** Rules for a TypeScript or JavaScript repository that has none yet. */
export const TYPESCRIPT = String.raw`id: typescript
description: Starter rules for TypeScript and JavaScript. Change them freely; docs/conformance.md describes every key.
applies_to: ["**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}", "!**/*.min.js", "!**/dist/**", "!**/vendor/**"]
checks:
${EVERYWHERE}  - id: no-focused-tests
    severity: critical
    message: A focused test keeps all others from running.
    applies_to: ["**/*.{test,spec}.*"]
    pattern: { regex: '\b(describe|it|test)\.only\(', replace: '$1(' }
  - id: no-debugger
    severity: critical
    message: A debugger statement was left in the code.
    ast: { language: [typescript, tsx, javascript], rule: { kind: debugger_statement }, rewrite: '' }
  - id: no-eval
    severity: critical
    message: eval runs whatever it is given.
    ast:
      language: [typescript, tsx, javascript]
      rule: { any: [{ pattern: 'eval($$$A)' }, { pattern: 'new Function($$$A)' }] }
  - id: no-ts-ignore
    severity: minor
    message: Say that an error is expected, so that the comment goes when the error does.
    pattern: { regex: '(//|/\*)\s*@ts-ignore', replace: '$1 @ts-expect-error' }
  - id: no-var
    severity: minor
    message: var is visible outside its block.
    fix_hint: Write const, or let where it is assigned again.
    ast: { language: [typescript, tsx], rule: { kind: variable_declaration } }
  - id: no-empty-catch
    severity: major
    message: The error vanishes without a trace.
    fix_hint: Handle it, or say in a comment why it does not matter.
    ast:
      language: [typescript, tsx, javascript]
      rule: { kind: catch_clause, has: { field: body, regex: '^\{\s*\}$' } }
  - id: no-import-circles
    severity: major
    message: Files import one another in a circle.
    layers: {}
  - id: file-length
    severity: info
    message: The file is too long.
    metric: { measure: file_lines, max: 1000 }
${limits({ complexity: 25 })}`;
