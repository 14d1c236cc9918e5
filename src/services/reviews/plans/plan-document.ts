import { PlanStatus } from "../../../domain/entities/plan.ts";
import type { ActionBlock, PlanProblem, ReadPlan } from "../../../domain/ports/plans.ts";
import { readAction } from "./action-block.ts";
import { readFrontMatter } from "./front-matter.ts";
import { readList, readSections, type Section } from "./markdown.ts";

/** The required parts of a plan, their headings, and what to write if one is missing. */
const PARTS = [
  { title: "Goal", names: ["goal"], instead: "## Goal, and what will be different afterwards" },
  { title: "Reasoning", names: ["reasoning"], instead: "## Reasoning, and why this way" },
  { title: "Steps", names: ["steps"], instead: "## Steps, and a numbered list" },
  {
    title: "Files touched",
    names: ["files touched", "files_touched", "files"],
    instead: "## Files touched, and a list of paths",
  },
  {
    title: "Risks",
    names: ["risks"],
    instead: "## Risks, and a list (`- none known` if there are none)",
  },
  { title: "Actions", names: ["actions"], instead: "## Actions, and a fenced block for each tool call" },
] as const;
type PartTitle = (typeof PARTS)[number]["title"];

export function readPlan(text: string): ReadPlan {
  const front = readFrontMatter(text);
  const sections = readSections(front.body, front.bodyLine);
  const find = (title: PartTitle) => findPart(sections, title);
  const actions = readActions(sections, find("Actions"));
  const fields = front.fields;
  const broken = front.problem !== null;
  return {
    title: /^#\s+(?:Plan:\s*)?(.+?)\s*#*$/m.exec(front.body)?.[1] ?? null,
    status: PlanStatus.safeParse(fields.status).data ?? null,
    requestId: textOf(fields.request_id),
    traceId: textOf(fields.trace_id),
    allowTestEdits: fields.allow_test_edits === true,
    reviewedBy: textOf(fields.reviewed_by) ?? textOf(fields.rejected_by),
    answeredAt:
      [textOf(fields.reviewed_at), textOf(fields.rejected_at)].filter((each) => each !== null).join(" ") ||
      null,
    rejectionReason: textOf(fields.rejection_reason),
    comments: commentsIn(sections),
    draft: {
      goal: prose(find("Goal")),
      reasoning: prose(find("Reasoning")),
      steps: readList(find("Steps")?.lines ?? []),
      files_touched: readList(find("Files touched")?.lines ?? []).map(pathIn),
      risks: readList(find("Risks")?.lines ?? []),
      actions: actions.blocks.map(({ call }) => call),
    },
    blocks: actions.blocks,
    unreadable: front.problem,
    problems: [
      ...(front.problem ? [front.problem] : []),
      ...(broken ? [] : statusProblem(fields, text)),
      ...missingParts(sections, lastLine(text)),
      ...unfilledParts(sections),
      ...actions.problems,
    ].sort((left, right) => left.line - right.line),
  };
}

function findPart(sections: readonly Section[], title: PartTitle): Section | undefined {
  const names: readonly string[] = PARTS.find((part) => part.title === title)?.names ?? [];
  return sections.find((section) => names.includes(section.title.toLowerCase().trim()));
}

function missingParts(sections: readonly Section[], lastLine: number): PlanProblem[] {
  return PARTS.flatMap(({ title, instead }) => {
    const part = findPart(sections, title);
    if (!isEmpty(part)) return [];
    const what = `the section "${title}" is ${part ? "empty" : "missing"}`;
    return [{ line: part?.line ?? lastLine, what, instead }];
  });
}

function unfilledParts(sections: readonly Section[]): PlanProblem[] {
  return PARTS.flatMap(({ title, instead }) => {
    const part = findPart(sections, title);
    const line =
      part?.lines.findIndex((each) => /^(?:- |1\. )?\((?:What|Why) [^()]*\)$/.test(each.trim())) ?? -1;
    if (part === undefined || line < 0) return [];
    const what = `the section "${title}" still contains the template text`;
    return [{ line: part.line + line + 1, what, instead }];
  });
}

function statusProblem(fields: Readonly<Record<string, unknown>>, text: string): PlanProblem[] {
  if (fields.status === undefined || PlanStatus.safeParse(fields.status).success) return [];
  const line = text.split("\n").findIndex((each) => /^\s*status\s*=/.test(each)) + 1;
  const known = PlanStatus.options.map((option) => `"${option}"`).join(", ");
  return [
    {
      line,
      what: `the status ${JSON.stringify(fields.status)} is unknown`,
      instead: `one of ${known}`,
    },
  ];
}

function readActions(
  sections: readonly Section[],
  own: Section | undefined,
): { blocks: ActionBlock[]; problems: PlanProblem[] } {
  const blocks: ActionBlock[] = [];
  const problems: PlanProblem[] = [];
  for (const section of sections) {
    for (const { line, info, text, closed, hidden } of section.blocks) {
      const words = info.toLowerCase().split(/\s+/);
      const meant =
        words.includes("action") || (section === own && /^(toml|json|)$/.test(info.toLowerCase()));
      if (!meant) continue;
      if (hidden) {
        problems.push({
          line,
          what: "this action is inside a comment, where readers do not see it",
          instead: "it outside of <!-- and -->",
        });
        continue;
      }
      if (!closed) {
        problems.push({
          line,
          what: "the block that starts here is not closed",
          instead: "a line with the same fence after it",
        });
        continue;
      }
      const read = readAction(text, line);
      if ("problem" in read) problems.push(read.problem);
      else blocks.push({ line, call: read.call });
    }
  }
  if (blocks.length + problems.length === 0 && own !== undefined && !isEmpty(own)) {
    problems.push({
      line: own.line,
      what: "there is no action here",
      instead: "```toml action, the call, and ```",
    });
  }
  return { blocks, problems };
}

/** People's comments on the plan, without our line that says who and when. */
function commentsIn(sections: readonly Section[]): string | null {
  const texts = sections
    .filter((section) => /^review comments?$/i.test(section.title))
    .map((section) =>
      section.lines
        .filter((line) => !/^\*\*Reviewed (by|at):\*\*/.test(line))
        .join("\n")
        .trim(),
    )
    .filter((text) => text !== "");
  return texts.length === 0 ? null : texts.join("\n\n");
}

function prose(section: Section | undefined): string {
  return (section?.lines ?? []).join("\n").trim();
}

function isEmpty(section: Section | undefined): boolean {
  return section === undefined || section.lines.every((line) => line.trim() === "");
}

/** "`src/a.ts` (new)" names src/a.ts. */
function pathIn(item: string): string {
  return /`([^`]+)`/.exec(item)?.[1] ?? item.split(/\s+[—–(-]/)[0]?.trim() ?? item;
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

function lastLine(text: string): number {
  return text.trimEnd().split("\n").length;
}
