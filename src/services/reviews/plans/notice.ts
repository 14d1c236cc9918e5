import type { PlanProblem } from "../../../domain/ports/plans.ts";
import { readFrontMatter } from "./front-matter.ts";

const BEGIN = "<!-- agentforge:notice -->";
const END = "<!-- agentforge:end -->";

/**
 * Writes problems into the file itself: below the front matter, or at the top if the front matter is broken.
 * The person's text is unchanged, and the notice is removed when the problems are fixed.
 */
export function withNotice(text: string, heading: string, problems: readonly PlanProblem[]): string {
  const clean = withoutNotice(text);
  const front = readFrontMatter(clean);
  const above = front.problem === null ? front.bodyLine : 0;
  const length = problems.length + 4;
  const place = (line: number) => (line > above ? line + length : line);
  const notice = [
    BEGIN,
    `> **AgentForge:** ${oneLine(heading)}`,
    ">",
    ...problems.map(
      ({ line, what, instead }) => `> - line ${place(line)}: ${oneLine(what)}. Write ${oneLine(instead)}.`,
    ),
    END,
  ];
  let at = 0;
  for (let line = 0; line < above; line += 1) at = clean.indexOf("\n", at) + 1;
  return `${clean.slice(0, at)}${notice.join("\n")}\n${clean.slice(at)}`;
}

export function withoutNotice(text: string): string {
  const begin = text.indexOf(BEGIN);
  if (begin < 0) return text;
  const end = text.indexOf(END, begin);
  if (end < 0) return text;
  const after = text.slice(end + END.length).replace(/^\r?\n/, "");
  return withoutNotice(text.slice(0, begin) + foreign(text.slice(begin + BEGIN.length, end)) + after);
}

/** Lines that a person wrote into the notice; they are kept. */
function foreign(notice: string): string {
  const lines = notice.split("\n").filter((line) => line.trim() !== "" && !line.startsWith(">"));
  return lines.map((line) => `${line}\n`).join("");
}

function oneLine(words: string): string {
  return words.replace(/\s+/g, " ").replaceAll("-->", "-- >").trim();
}
