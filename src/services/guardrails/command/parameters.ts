import type { Part } from "./tree.ts";

type Parameter = Extract<Part, { type: "parameter" }>;

const WELL_KNOWN = /^(?:PATH|HOME|PWD|OLDPWD|SHELL|TERM|BASH\w*|LS_COLORS|LANG)$/;

/** Why an expansion such as `${PATH:0:1}` or `${x@P}` is denied, or null. */
export function parameterDanger(part: Parameter): { readonly rule: string; readonly reason: string } | null {
  const [first = "", second = ""] = operationTexts(part);
  if (first === ":" && /^[\d-]/.test(second) && WELL_KNOWN.test(part.name))
    return { rule: "obfuscated", reason: `takes a substring of ${part.name}` };
  return first.startsWith("@")
    ? { rule: "hidden_substitution", reason: "a parameter expansion that evaluates its value" }
    : null;
}

/** `${x=…}` and `${x:=…}` assign the variable as a side effect. */
export function assignsItself(part: Parameter): boolean {
  const [first, second] = operationTexts(part);
  return first === "=" || (first === ":" && second === "=");
}

function operationTexts(part: Parameter): readonly (string | undefined)[] {
  return (part.operation?.parts ?? []).map((each) => (each.type === "text" ? each.text : undefined));
}
