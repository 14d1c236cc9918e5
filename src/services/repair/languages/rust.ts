import { folderOf } from "../../../domain/rules/paths/folder-of.ts";
import { atom, grouped } from "../syntax/expression.ts";
import { bracesWriter } from "./braces.ts";
import { byKind } from "./by-kind.ts";
import type { Language, ValueKind } from "./language.ts";
import { RUST_SHAPES } from "./rust-shapes.ts";
import { method } from "./wrappers.ts";

export const rust: Language = {
  id: "rust",
  title: "Rust",
  grammar: { language: "rust", shapes: RUST_SHAPES },
  write: bracesWriter("None", {
    isNull: (operand) => atom(`${grouped(operand, 13)}.is_none()`),
    isNotNull: (operand) => atom(`${grouped(operand, 13)}.is_some()`),
    length: (operand) => atom(`${grouped(operand, 13)}.len()`),
    isEmpty: (operand) => atom(`${grouped(operand, 13)}.is_empty()`),
    least: (left, right) => atom(`${grouped(left, 13)}.min(${right.text})`),
    greatest: (left, right) => atom(`${grouped(left, 13)}.max(${right.text})`),
    when: (condition, body, indent, step) => `if ${condition} {\n${indent}${step}${body}\n${indent}}`,
  }),
  families: {
    arithmetic: ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"],
    comparison: ["<", "<=", ">", ">=", "==", "!="],
    logical: ["&&", "||"],
    augmented: ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="],
  },
  confusions: [
    ["min", "max"],
    ["floor", "ceil", "round", "trunc"],
    ["push", "insert"],
    ["push_back", "push_front"],
    ["pop_back", "pop_front"],
    ["first", "last"],
    ["any", "all"],
    ["filter", "map", "filter_map", "flat_map"],
    ["starts_with", "ends_with", "contains"],
    ["to_uppercase", "to_lowercase"],
    ["trim", "trim_start", "trim_end"],
    ["trim_start_matches", "trim_end_matches", "trim_matches"],
    ["strip_prefix", "strip_suffix"],
    ["split_once", "rsplit_once"],
    ["splitn", "rsplitn"],
    ["chars", "bytes"],
    ["lines", "split_whitespace"],
    ["to_ascii_uppercase", "to_ascii_lowercase"],
    ["sort", "sort_unstable"],
    ["max_by_key", "min_by_key"],
    ["max_by", "min_by"],
    ["take_while", "skip_while"],
    ["and_then", "or_else"],
    ["saturating_sub", "wrapping_sub", "abs_diff"],
    ["saturating_add", "wrapping_add"],
    ["insert", "remove"],
    ["remove", "swap_remove"],
    ["pop", "remove"],
    ["front", "back"],
    ["windows", "chunks"],
    ["chunks", "chunks_exact"],
    ["get", "get_mut"],
    ["as_secs", "as_millis", "as_micros"],
    ["from_secs", "from_millis", "from_micros"],
    ["contains_key", "contains"],
    ["union", "intersection", "difference", "symmetric_difference"],
    ["is_subset", "is_superset"],
    ["lt", "le"],
    ["gt", "ge"],
    ["div_euclid", "rem_euclid"],
    ["unwrap_or", "unwrap_or_default"],
    ["is_uppercase", "is_lowercase"],
    ["is_ascii_digit", "is_ascii_alphabetic", "is_ascii_alphanumeric"],
    ["is_ascii_alphanumeric", "is_alphanumeric"],
    ["sum", "product", "count"],
    ["take", "skip"],
    ["is_some", "is_none"],
    ["is_ok", "is_err"],
    ["Ok", "Err"],
    ["position", "rposition"],
    ["find", "rfind"],
    ["wrapping_add", "wrapping_sub"],
    ["saturating_add", "saturating_sub"],
    ["checked_add", "checked_sub"],
    ["is_alphabetic", "is_numeric", "is_alphanumeric", "is_whitespace"],
  ],
  wrappers: [
    method("abs", ["number"], "number"),
    method("trim", ["string"], "string"),
    method("to_lowercase", ["string"], "string"),
    method("clone", ["list", "string"], "list"),
  ],
  adders: [
    { takes: "list", method: "push" },
    { takes: "string", method: "push_str" },
    { takes: "set", method: "insert" },
  ],
  kindOfType,
  kindOfMacro,
  receivers: byKind({
    string: "push_str trim to_lowercase to_uppercase chars bytes lines split_whitespace as_str parse",
    list: "sort sort_by sort_by_key dedup swap",
    dict: "contains_key entry",
    number: "abs pow sqrt",
  }),
  callKinds: byKind({
    number: "len count abs",
    string: "to_string to_owned trim replace to_uppercase to_lowercase String::new String::from",
    boolean: "is_some is_none is_empty contains starts_with ends_with",
    list: "Vec::new Vec::with_capacity VecDeque::new",
    dict: "HashMap::new BTreeMap::new",
    set: "HashSet::new BTreeSet::new",
  }),
  builtins: new Set(
    "Some None Ok Err Vec String Option Result Box HashMap HashSet self Self true false".split(" "),
  ),
  imports: () => [],
  folders: (path) => [
    folderOf(path),
    ...(path.startsWith("tests/") ? ["src"] : []),
    path.replace(/(^|\/)tests\/.*$/, "$1src"),
  ],
  packages: (text) =>
    [...text.matchAll(/\b(?:use|extern\s+crate)\s+(?:::)?(\w+)/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !/^(crate|self|super|std|core|alloc)$/.test(name))
      .flatMap((name) => [name, name.replaceAll("_", "-")]),
};

const NUMBERS = /^(?:[iu](?:8|16|32|64|128|size)|f(?:32|64))$/;

function kindOfType(type: string): ValueKind | null {
  const bare = type.replace(/^(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)+/, "");
  if (NUMBERS.test(bare)) return "number";
  if (bare === "str" || bare === "String") return "string";
  if (bare === "bool") return "boolean";
  if (/^(?:Vec|VecDeque)</.test(bare) || bare.startsWith("[")) return "list";
  if (/^(?:HashMap|BTreeMap)</.test(bare)) return "dict";
  if (/^(?:HashSet|BTreeSet)</.test(bare)) return "set";
  return /^(?:impl )?Fn(?:Mut|Once)?\(/.test(bare) ? "function" : null;
}

function kindOfMacro(code: string): ValueKind | null {
  if (code.startsWith("vec!")) return "list";
  return code.startsWith("format!") ? "string" : null;
}
