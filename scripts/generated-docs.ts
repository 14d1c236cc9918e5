import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { buildProgram } from "../src/hosts/cli/program.ts";
import { openApiDocument } from "../src/hosts/http/openapi.ts";
import {
  describeSections,
  describeSettings,
  settingsJsonSchema,
  shownDefault,
} from "../src/services/config/describe-settings.ts";
import { contractJsonSchema } from "../src/services/conformance/contract.ts";
import { FAITHFUL_PASSES, FREE_PASSES } from "../src/services/editing/passes/list.ts";
import { READINGS } from "../src/services/editing/readings/list.ts";
import { GUARDS } from "../src/services/guardrails/guards/list.ts";
import { doubtRules, searchRules } from "../src/services/repair/doubts/list.ts";
import { allOperators } from "../src/services/repair/operators/late.ts";
import { slips } from "../src/services/repair/slips/list.ts";
import { frameworks } from "../src/services/testing/frameworks/list.ts";
import { TOOLS } from "../src/services/tools/catalog/list.ts";
import { commandReference, manPage } from "./command-pages.ts";
import { operatorItems, slipItems } from "./operator-pages.ts";
import { starterLists } from "./starter-pages.ts";

export const top = resolve(import.meta.dirname, "..");
const LANGUAGES: Readonly<Record<string, string>> = {
  javascript: "JavaScript",
  python: "Python",
  go: "Go",
  rust: "Rust",
  cpp: "C++",
  csharp: "C#",
  java: "Java",
  ruby: "Ruby",
  php: "PHP",
  swift: "Swift",
};
const PASSES = [...FAITHFUL_PASSES, ...FREE_PASSES];

export interface GeneratedFile {
  /** Relative to the package root. */
  readonly path: string;
  readonly text: string;
}

/**
 * Every generated or partly generated file of docs/ and man/, with its expected content. Parts are between `<!-- name
 * -->` marks.
 */
export function generatedDocs(): readonly GeneratedFile[] {
  const program = buildProgram(manifest.version, async () => {});
  const rules = [...new Set([...doubtRules, ...searchRules])];
  return [
    { path: "docs/contract.schema.json", text: `${JSON.stringify(contractJsonSchema(), null, 2)}\n` },
    { path: "docs/settings.schema.json", text: `${JSON.stringify(settingsJsonSchema(), null, 2)}\n` },
    { path: "docs/openapi.json", text: `${JSON.stringify(openApiDocument(), null, 2)}\n` },
    settingsPage(),
    page("docs/commands.md", { commands: commandReference(program) }),
    { path: "man/agentforge.1", text: manPage(program, manifest.version) },
    page("docs/doubts.md", {
      rules: list(rules.map(({ meta }) => [meta.id, `${meta.title}. ${meta.why}`])),
    }),
    page("docs/editing.md", { readings: editingList(READINGS), passes: editingList(PASSES) }),
    page("docs/guardrails.md", {
      guards: GUARDS.map(({ meta }) => `### ${meta.title}\n\n\`${meta.id}\`. ${meta.why}`).join("\n\n"),
    }),
    page("docs/operators.md", {
      operators: list(operatorItems(allOperators)),
      slips: (["python", "javascript", "go", "rust"] as const)
        .map((language) => `### ${LANGUAGES[language]}\n\n${slipItems(slips, language)}`)
        .join("\n\n"),
    }),
    page("docs/starters.md", { starters: starterLists(list) }),
    page("docs/tools.md", {
      tools: table([
        ["tool", "effect", "what it does"],
        ...TOOLS.map(({ name, effect, description }) => [`\`${name}\``, effect, description]),
      ]),
    }),
    page("docs/testing.md", {
      frameworks: table([
        ["framework", "language", "coverage"],
        ...frameworks.map(({ meta }) => [
          meta.id === meta.title ? `\`${meta.id}\`` : `\`${meta.id}\`: ${meta.title}`,
          LANGUAGES[meta.language] ?? meta.language,
          meta.coverage,
        ]),
      ]),
      results: list(frameworks.map(({ meta }) => [meta.id, meta.why])),
    }),
  ];
}

interface EditingRow {
  readonly meta: { readonly name: string; readonly title: string; readonly why: string };
}

function editingList(family: readonly EditingRow[]): string {
  return list(family.map(({ meta }) => [meta.name, `${meta.title}. ${meta.why}`]));
}

function settingsPage(): GeneratedFile {
  const about = describeSections();
  const sections = Map.groupBy(describeSettings(), ({ section }) => section);
  const text = [...sections].map(([section, settings]) => {
    const items = settings.map(
      ({ name, meaning, type, default: otherwise, repositoryCan }): [string, string] => [
        name,
        [
          meaning,
          `*Type:* ${type}. *Default:* \`${shownDefault(otherwise ?? null)}\`.`,
          repositoryCan === null ? "A repository cannot set it." : `A repository can ${repositoryCan}.`,
        ].join(" "),
      ],
    );
    const head = section === "" ? "## Top-level settings" : `## \`${section}\`\n\n${about.get(section)}`;
    return `${head}\n\n${list(items)}`;
  });
  return page("docs/settings.md", { settings: text.join("\n\n") });
}

/** Whether the file's content differs. JSON is compared as data, because the formatter decides its layout. */
export function isStale({ path, text }: GeneratedFile): boolean {
  const written = readFileSync(join(top, path), "utf8");
  if (!path.endsWith(".json")) return written !== text;
  return JSON.stringify(JSON.parse(written)) !== JSON.stringify(JSON.parse(text));
}

/** The current page with these parts replaced. */
function page(path: string, parts: Readonly<Record<string, string>>): GeneratedFile {
  let text = readFileSync(join(top, path), "utf8");
  for (const [name, part] of Object.entries(parts)) {
    const [open, close] = [`<!-- ${name} -->\n`, `\n<!-- /${name} -->`];
    const start = text.indexOf(open);
    const end = text.indexOf(close, start);
    if (start === -1 || end === -1)
      throw new Error(`${path} has no part between ${open.trim()} and ${close.trim()}`);
    text = text.slice(0, start + open.length) + part + text.slice(end);
  }
  return { path, text };
}

/** Names with descriptions, as a list, because a wide table does not fit on a phone. */
function list(items: readonly (readonly [string, string])[]): string {
  return items.map(([name, text]) => `- **\`${name}\`**: ${text}`).join("\n");
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
