import { z } from "zod";
import { Settings, UserSettings } from "./settings.ts";
import { repositoryCan } from "./stricter-settings.ts";

export interface DescribedSetting {
  /** As people write it: `gate.mode`. */
  readonly name: string;
  /** Its section, or an empty string at the top level. */
  readonly section: string;
  readonly type: string;
  readonly default: unknown;
  /** What a repository's own file can do to it; null if only the user's file counts. */
  readonly repositoryCan: string | null;
  readonly meaning: string;
}

interface SchemaNode {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SchemaNode[];
  readonly items?: SchemaNode;
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
}

/** For editors: what a `config.yaml` may contain. */
export function settingsJsonSchema(): object {
  return {
    title: "AgentForge settings",
    ...z.toJSONSchema(UserSettings, { io: "input", target: "draft-2020-12", unrepresentable: "any" }),
  };
}

/** Every setting, in the order of the schema. */
export function describeSettings(): readonly DescribedSetting[] {
  const { properties = {} } = settingsJsonSchema() as SchemaNode;
  return Object.entries(properties).flatMap(([name, node]) =>
    node.properties
      ? Object.entries(node.properties).map(([key, leaf]) => described(name, `${name}.${key}`, leaf))
      : [described("", name, node)],
  );
}

/** What each section is about. */
export function describeSections(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(Settings.shape).flatMap(([name, schema]) =>
      schema.description ? [[name, schema.description]] : [],
    ),
  );
}

/** The file that `init` writes: every setting that a repository may have, as a comment with its default. */
export function settingsTemplate(): string {
  const sections = describeSections();
  let section = "";
  const lines: string[] = [];
  for (const setting of describeSettings()) {
    if (setting.repositoryCan === null) continue;
    if (setting.section !== "" && setting.section !== section)
      lines.push("#", `# ${setting.section}:  # ${sections.get(setting.section)}`);
    section = setting.section;
    const key = setting.name.split(".").at(-1) ?? "";
    const indent = section === "" ? "" : "  ";
    if (section === "") lines.push("#");
    lines.push(`#${indent} # ${setting.meaning}`, `#${indent} ${key}: ${shownDefault(setting.default)}`);
  }
  return [
    "# AgentForge settings for this repository. Every key is optional; these are the defaults.",
    "# They apply only if they are stricter than the user's own in ~/.config/agentforge/config.yaml.",
    ...lines,
    "",
  ].join("\n");
}

export function shownDefault(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value);
}

function described(section: string, name: string, node: SchemaNode): DescribedSetting {
  const { description = "", default: byDefault } = node;
  return {
    name,
    section,
    type: typeOf(node),
    default: byDefault,
    repositoryCan: repositoryCan(name),
    meaning: description,
  };
}

function typeOf(node: SchemaNode): string {
  if (node.enum) return node.enum.map((value) => `\`${value}\``).join(", ");
  if (node.anyOf) return node.anyOf.map(typeOf).join(" or ");
  if (node.type === "array" && node.items) return `list of ${typeOf(node.items)}s`;
  if (node.type === "object") return "map";
  return node.type ?? "any";
}
