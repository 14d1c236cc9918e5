/** Rules for a Go repository that has none yet. */
export const GO = `id: go
description: Starter rules for Go. Change them freely; docs/conformance.md describes every key.
applies_to: ["**/*.go", "!**/vendor/**", "!**/*.pb.go"]
checks:
  - id: no-conflict-markers
    severity: blocker
    message: A merge conflict was committed.
    pattern: { regex: '^(<<<<<<<|>>>>>>>) ' }
  - id: no-private-keys
    severity: blocker
    message: A private key is in the source.
    why: Whoever can read the repository can use it.
    fix_hint: Remove it, revoke it, and read it from the environment.
    applies_to: ["!*_test.go"]
    pattern: { regex: '-----BEGIN (RSA |EC |OPENSSH |DSA )?PRIVATE KEY-----' }
  - id: no-defer-in-loop
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
  - id: complexity
    severity: minor
    message: The function has too many branches.
    fix_hint: Split it where its parts can be named.
    metric: { measure: complexity, max: 30 }
  - id: function-length
    severity: minor
    message: The function is too long.
    metric: { measure: function_lines, max: 200 }
  - id: nesting
    severity: minor
    message: The function is nested too deeply.
    metric: { measure: nesting, max: 6 }
`;
