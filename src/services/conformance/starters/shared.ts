/** What no repository wants, whatever its language. */
export const EVERYWHERE = `  - id: no-conflict-markers
    severity: blocker
    message: A merge conflict was committed.
    pattern: { regex: '^(<<<<<<<|>>>>>>>) ' }
  - id: no-private-keys
    severity: blocker
    message: A private key is in the source.
    why: Whoever can read the repository can use it.
    fix_hint: Remove it, revoke it, and read it from the environment.
    applies_to: ["!*_test.*"]
    pattern: { regex: '-----BEGIN (RSA |EC |OPENSSH |DSA )?PRIVATE KEY-----' }
`;

/** Limits that only the worst code breaks; test files of JavaScript are long functions, so there the length is not one. */
export function limits(most: { readonly complexity: number; readonly functionLines?: number }): string {
  return `  - id: complexity
    severity: minor
    message: The function has too many branches.
    fix_hint: Split it where its parts can be named.
    metric: { measure: complexity, max: ${most.complexity} }
  - id: nesting
    severity: minor
    message: The function is nested too deeply.
    fix_hint: Return early, or move the inner part to a function.
    metric: { measure: nesting, max: 6 }
${most.functionLines === undefined ? "" : functionLength(most.functionLines)}`;
}

function functionLength(most: number): string {
  return `  - id: function-length
    severity: minor
    message: The function is too long.
    metric: { measure: function_lines, max: ${most} }
`;
}
