import { EVERYWHERE, limits } from "./shared.ts";

/** Rules for a Go repository that has none yet. */
export const GO = `id: go
description: Starter rules for Go. Change them freely; docs/conformance.md describes every key.
applies_to: ["**/*.go", "!**/vendor/**", "!**/*.pb.go"]
checks:
${EVERYWHERE}  - id: no-defer-in-loop
    severity: minor
    applies_to: ["!*_test.go"]
    message: What is deferred in a loop runs only when the function ends.
    fix_hint: Move the body of the loop to a function of its own.
    ast:
      language: go
      rule: { kind: defer_statement, inside: { kind: for_statement, stopBy: { kind: func_literal } } }
  - id: no-ioutil
    severity: minor
    message: io/ioutil is deprecated.
    fix_hint: Use os and io, which have the same functions.
    pattern: { regex: '"io/ioutil"' }
  - id: errorf
    severity: minor
    message: fmt.Errorf does this in one call.
    ast: { language: go, pattern: 'errors.New(fmt.Sprintf($$$A))', rewrite: 'fmt.Errorf($$$A)' }
${limits({ complexity: 30, functionLines: 200 })}`;
