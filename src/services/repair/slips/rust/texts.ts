import { child } from "../../syntax/node.ts";
import { at, type Slip } from "../slip.ts";
import { methodCall } from "./collections.ts";

const bytesForCharacters: Slip = {
  why: "len and an index of a string count bytes, not characters",
  chance: "likely",
  kinds: ["call", "other"],
  examples: {
    rust: [
      ["fn f(s: &str) -> usize { s.len() }", "fn f(s: &str) -> usize { s.chars().count() }"],
      [
        "fn f(s: &str, n: usize) { g(&s[..n]); }",
        "fn f(s: &str, n: usize) { g(&s.chars().take(n).collect::<String>()); }",
      ],
      [
        "fn f(s: &str, n: usize) -> String { s[..n].to_string() }",
        "fn f(s: &str, n: usize) -> String { s.chars().take(n).collect::<String>() }",
      ],
    ],
  },
  leaves: { rust: ["fn f(s: &[i32]) -> usize { s.len() }"] },
  *correct(site, context) {
    const isReference = site.raw === "reference_expression";
    const call = methodCall(site, context);
    if (call !== null && call.name === "len" && context.kindOf(call.object) === "string") {
      yield [at(call.property, "chars().count")];
      return;
    }
    const part = isReference
      ? site.children[0]
      : call !== null && /^(?:to_string|to_owned|into)$/.test(call.name)
        ? call.object
        : undefined;
    const object = part?.kind === "subscript" ? child(part, "object") : null;
    const range = part?.kind === "subscript" ? child(part, "index") : null;
    if (object === null || range?.raw !== "range_expression" || context.kindOf(object) !== "string") return;
    const [from = "", to = ""] = context.text(range).split("..");
    const skip = from === "" || from === "0" ? "" : `.skip(${from})`;
    const count = from === "" || from === "0" ? to : `${to} - ${from}`;
    const take = to === "" || to.startsWith("=") ? "" : `.take(${count})`;
    const characters = `${context.text(object)}.chars()${skip}${take}.collect::<String>()`;
    if (skip !== "" || take !== "") yield [at(site, isReference ? `&${characters}` : characters)];
  },
};

export const rustTextsSlips: readonly Slip[] = [bytesForCharacters];
