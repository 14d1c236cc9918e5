import { stringify } from "smol-toml";
import type { PlanDraft } from "../../../domain/entities/plan.ts";
import type { ToolCall } from "../../../domain/entities/tool.ts";
import type { Fields } from "../../../domain/ports/plans.ts";
import { renderAction } from "./action-block.ts";
import { linesOf, readFrontMatter } from "./front-matter.ts";
import { freeText, readSections } from "./markdown.ts";
import { withoutNotice } from "./notice.ts";

export function writePlan(fields: Fields, title: string, draft: PlanDraft): string {
  const actions = draft.actions.map(
    (call, index) => `### ${index + 1}. ${heading(call)}\n\n${renderAction(call)}`,
  );
  return page(fields, `Plan: ${title}`, [
    ["Goal", freeText(draft.goal)],
    ["Reasoning", freeText(draft.reasoning)],
    ["Steps", draft.steps.map((step, index) => `${index + 1}. ${point(step)}`).join("\n")],
    ["Files touched", draft.files_touched.map((path) => `- \`${path.replaceAll("`", "")}\``).join("\n")],
    [
      "Risks",
      (draft.risks.length === 0 ? ["none known"] : draft.risks).map((risk) => `- ${point(risk)}`).join("\n"),
    ],
    ["Actions", actions.join("\n\n")],
  ]);
}

/**
 * A template for a person to fill in. It is a draft, and its example names a missing file, so it cannot run
 * by mistake.
 */
export function planTemplate(fields: Fields, title: string): string {
  const example: ToolCall = {
    name: "edit_file",
    parameters: {
      files: [
        {
          path: "path/to/the/file",
          changes: [{ search: "the current text", replace: "the new text" }],
        },
      ],
    },
    category: null,
  };
  return page(fields, `Plan: ${title}`, [
    ["Goal", "(What will be different afterwards.)"],
    ["Reasoning", "(Why this way and not another.)"],
    ["Steps", "1. (What is done first.)"],
    ["Files touched", "- `path/to/the/file`"],
    ["Risks", "- (What could go wrong, and how you would notice.)"],
    [
      "Actions",
      `(One block for each tool call, in order; \`agentforge tool list\` names them. When everything is filled in, set status to "review", or move the file to System/Active.)\n\n${renderAction(example)}`,
    ],
  ]);
}

export function writeRequest(fields: Fields, body: string): string {
  return `${front(fields)}\n${body.trim()}\n`;
}

/** The changes that a person requested, placed where the next writer of the plan finds them. */
export function withComments(
  text: string,
  comments: { readonly by: string; readonly at: string; readonly text: string },
): string {
  const lines = comments.text.trim().split("\n");
  const list = lines.some((line) => /^\s*[-*+]\s/.test(line)) ? lines : lines.map((line) => `- ${line}`);
  const head = `**Reviewed by:** ${comments.by}\\\n**Reviewed at:** ${comments.at}`;
  return `${text.trimEnd()}\n\n## Review Comments\n\n${head}\n\n${freeText(list.join("\n"))}\n`;
}

export function withDifference(
  text: string,
  previous: string,
  revision: number,
  difference: (before: string, after: string) => string,
): string {
  const now = withoutSections(text, /^changes since revision/i);
  const changed = difference(essence(previous), essence(now)).trimEnd();
  const longest = Math.max(2, ...(changed.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const shown = changed === "" ? "Only the comments." : `${fence}diff\n${changed}\n${fence}`;
  return `${now.trimEnd()}\n\n## Changes since revision ${revision}\n\n${shown}\n`;
}

/** The plan without metadata about the plan. */
function essence(text: string): string {
  const bare = withoutSections(withoutNotice(text), /^(changes since revision|review comments?$)/i);
  return `${readFrontMatter(bare).body.trim()}\n`;
}

function withoutSections(text: string, title: RegExp): string {
  const { body, bodyLine } = readFrontMatter(text);
  const lines = linesOf(text);
  const sections = readSections(body, bodyLine);
  const gone = new Set<number>();
  sections.forEach((section, index) => {
    if (!title.test(section.title)) return;
    const end = sections[index + 1]?.line ?? lines.length + 1;
    for (let line = section.line; line < end; line += 1) gone.add(line);
  });
  return `${lines
    .filter((_, index) => !gone.has(index + 1))
    .join("\n")
    .trimEnd()}\n`;
}

function page(fields: Fields, title: string, parts: readonly (readonly [string, string])[]): string {
  const sections = parts.map(([name, text]) => `## ${name}\n\n${text}\n`);
  return `${front(fields)}\n# ${freeText(title).replace(/\s+/g, " ")}\n\n${sections.join("\n")}`;
}

export function front(fields: Fields): string {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  return `+++\n${stringify(given).trimEnd()}\n+++\n`;
}

function point(words: string): string {
  return freeText(words).replace(/\s*\n\s*/g, " ");
}

function heading({ name, parameters }: ToolCall): string {
  const files = Array.isArray(parameters.files) ? parameters.files : [];
  const paths = [parameters.path, ...files.map((file) => (file as { path?: unknown } | null)?.path)];
  const named = paths.filter((path): path is string => typeof path === "string");
  return freeText([name, ...named].join(" ")).replace(/\s+/g, " ");
}
