import { EVERYWHERE, limits } from "./shared.ts";

/** Rules for a Java repository that has none yet. */
export const JAVA = `id: java
description: Starter rules for Java. Change them freely; docs/conformance.md describes every key.
applies_to: ["**/*.java", "!**/generated/**", "!**/generated-sources/**"]
checks:
${EVERYWHERE}  - id: no-empty-catch
    severity: major
    applies_to: ["!**/src/test/**"]
    message: The error is swallowed without a word.
    fix_hint: Handle it, or say in a comment why it does not matter.
    ast:
      language: java
      rule: { kind: catch_clause, has: { field: body, kind: block, not: { has: { regex: "[^{}]" } } } }
  - id: no-print-stack-trace
    severity: minor
    applies_to: ["!**/src/test/**"]
    message: The error is printed instead of handled.
    fix_hint: Log it, or let it pass to the caller.
    ast: { language: java, pattern: "$E.printStackTrace()" }
${limits({ complexity: 30, functionLines: 200 })}`;
