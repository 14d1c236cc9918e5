import { EVERYWHERE, limits } from "./shared.ts";

/** Rules for a Python repository that has none yet: sure mistakes, and limits that only the worst code breaks. */
export const PYTHON = String.raw`id: python
description: Starter rules for Python. Change them freely; docs/conformance.md describes every key.
applies_to: ["**/*.py"]
checks:
${EVERYWHERE}  - id: no-bare-except
    severity: major
    message: A bare except also catches KeyboardInterrupt and SystemExit.
    fix_hint: Name the exceptions; "except Exception:" if it must be all of them.
    ast:
      language: python
      rule: { kind: except_clause, regex: '^except\s*:' }
  - id: no-mutable-default
    severity: major
    message: The default value is shared by all calls.
    why: A list or dict as default is made once, when the function is defined.
    fix_hint: Default to None and make the value inside the function.
    ast:
      language: python
      rule:
        any:
          - { kind: default_parameter, has: { field: value, any: [{ kind: list }, { kind: dictionary }, { kind: set }] } }
          - { kind: typed_default_parameter, has: { field: value, any: [{ kind: list }, { kind: dictionary }, { kind: set }] } }
  - id: none-by-identity
    severity: minor
    message: Compare with None by identity.
    ast: { language: python, pattern: '$X == None', rewrite: '$X is None' }
  - id: not-none-by-identity
    severity: minor
    message: Compare with None by identity.
    ast: { language: python, pattern: '$X != None', rewrite: '$X is not None' }
  - id: no-eval
    severity: critical
    message: eval and exec run whatever they are given.
    ast:
      language: python
      rule: { any: [{ pattern: 'eval($$$A)' }, { pattern: 'exec($$$A)' }] }
  - id: no-breakpoint
    severity: critical
    message: A debugger was left in the code.
    ast:
      language: python
      rule: { any: [{ pattern: 'breakpoint()' }, { pattern: 'pdb.set_trace()' }, { pattern: 'import pdb' }] }
${limits({ complexity: 25, functionLines: 150 })}  - id: parameters
    severity: info
    message: The function has too many parameters.
    metric: { measure: parameters, max: 12 }
`;
