import { EVERYWHERE, limits } from "./shared.ts";

/** Rules for a Rust repository that has none yet. */
export const RUST = `id: rust
description: Starter rules for Rust. Change them freely; docs/conformance.md describes every key.
applies_to: ["**/*.rs", "!**/vendor/**"]
checks:
${EVERYWHERE}  - id: no-dbg
    severity: major
    message: dbg! is for debugging.
    ast: { language: rust, rule: { kind: macro_invocation, has: { field: macro, regex: "^dbg$" } } }
  - id: no-unfinished
    severity: major
    applies_to: ["!**/tests/**", "!**/benches/**", "!**/examples/**"]
    message: todo! and unimplemented! panic when they are reached.
    ast: { language: rust, rule: { kind: macro_invocation, has: { field: macro, regex: "^(todo|unimplemented)$" } } }
${limits({ complexity: 30, functionLines: 200 })}`;
