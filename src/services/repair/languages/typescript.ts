import { ecmascript } from "./javascript.ts";
import type { Language, Shape } from "./language.ts";

const TYPES: Readonly<Record<string, Shape>> = {
  required_parameter: { kind: "parameter", roles: { name: "pattern", type: "type", value: "value" } },
  optional_parameter: { kind: "parameter", roles: { name: "pattern", type: "type", value: "value" } },
  public_field_definition: { kind: "declaration", roles: { target: "name", type: "type", value: "value" } },
  type_annotation: { kind: "closed" },
  type_arguments: { kind: "closed" },
  type_parameters: { kind: "closed" },
  type_alias_declaration: { kind: "closed" },
  interface_declaration: { kind: "closed" },
  enum_declaration: { kind: "closed" },
  ambient_declaration: { kind: "closed" },
  function_signature: { kind: "closed" },
  as_expression: { kind: "other" },
  satisfies_expression: { kind: "other" },
  non_null_expression: { kind: "other" },
  predefined_type: { kind: "other", leaf: true },
  type_identifier: { kind: "name" },
};

export const typescript: Language = ecmascript("typescript", "TypeScript", TYPES);
export const tsx: Language = ecmascript("tsx", "TypeScript with JSX", TYPES);
