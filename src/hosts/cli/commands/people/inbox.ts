import { openPlanPorts } from "../../../../app/plans.ts";
import { inboxSections } from "../../../../app/reviews/inbox.ts";
import type { App } from "../../../../app.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import { type Inbox, readInbox, type Waiting, type WaitingKind } from "../../../../workflows/inbox/inbox.ts";
import { type Asker, createAsker } from "../../asker.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { inRepository } from "../../in-repository.ts";
import { ageOf, lineFor, nextFor } from "../../render/inbox.ts";
import { renderProblem } from "../../render/problem.ts";
import { visible } from "../../terminal.ts";
import { takeInFiles } from "../../with-plan-ports.ts";
import { ANSWERS, type KeyAnswer } from "./answers.ts";

export interface InboxOptions {
  readonly kind?: WaitingKind;
  /** Only list, even in a terminal. */
  readonly list?: boolean;
}

export async function showInbox(
  context: CommandContext,
  options: InboxOptions,
  asker: Asker | null = createAsker(context.signal),
): Promise<CommandResult> {
  const inbox = await collect(context, options);
  const isAsked = asker !== null && !context.json && !options.list && inbox.waiting.length > 0;
  if (isAsked) return askOneByOne(context, inbox, asker);
  const now = Date.now();
  const data = {
    waiting: inbox.waiting.map((each) => ({ ...each, age_seconds: ageOf(each, now) })),
    troubles: inbox.troubles,
  };
  return { exitCode: 0, text: list(inbox, context, now), data };
}

async function collect(context: CommandContext, { kind }: InboxOptions): Promise<Inbox> {
  let inbox: Inbox = { waiting: [], troubles: [] };
  await inRepository(context, async (app) => {
    const troubles = kind === undefined || kind === "plan" ? await takeInPlans(context, app) : [];
    const read = await readInbox(inboxSections(app));
    inbox = { ...read, troubles: [...troubles, ...read.troubles] };
    return { exitCode: 0, text: "", data: null };
  });
  return kind ? { ...inbox, waiting: inbox.waiting.filter((each) => each.kind === kind) } : inbox;
}

/** Plans are files that people edit and move. A problem with them must not hide the rest of the inbox. */
async function takeInPlans(context: CommandContext, app: App): Promise<string[]> {
  try {
    await takeInFiles(context, await openPlanPorts(app));
    return [];
  } catch (error) {
    if (!(error instanceof AgentForgeError)) throw error;
    return [`the plan files could not be read: ${error.message}`];
  }
}

function list({ waiting, troubles }: Inbox, { paint }: CommandContext, now: number): string {
  const lines = waiting.flatMap((each) => [lineFor(each, now, paint), nextFor(each, paint)]);
  const head = waiting.length === 0 ? ["Nothing is waiting for you."] : [];
  return [...head, ...lines, ...troubles.map((line) => `${paint("yellow", "▲")} ${visible(line)}`)].join(
    "\n",
  );
}

/** One after another, oldest first; each key runs a command, and its output is shown. */
async function askOneByOne(context: CommandContext, inbox: Inbox, asker: Asker): Promise<CommandResult> {
  const { paint } = context;
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const answered: { id: string; key: string }[] = [];
  for (const trouble of inbox.troubles) say(`${paint("yellow", "▲")} ${visible(trouble)}`);
  walk: for (const [index, each] of inbox.waiting.entries()) {
    say(`\n${paint("dim", `${index + 1}/${inbox.waiting.length}`)}  ${lineFor(each, Date.now(), paint)}`);
    for (;;) {
      const key = await asker.key(`${keysFor(each, context)} `);
      if (key === null || key === "q") break walk;
      if (key === "s") break;
      const answer = key === "a" || key === "r" || key === "d" ? ANSWERS[each.kind][key] : undefined;
      if (answer === undefined) continue;
      const result = await give(context, each, answer, asker);
      if (result === null) continue;
      say(result.text);
      if (key === "d" || result.exitCode !== 0) continue;
      answered.push({ id: each.id, key });
      break;
    }
  }
  const left = inbox.waiting.length - answered.length;
  return { exitCode: 0, text: `${answered.length} answered, ${left} left.`, data: { answered, left } };
}

/** Null if the person changed their mind. An error is shown, and the next item can still be answered. */
async function give(
  context: CommandContext,
  { id }: Waiting,
  answer: KeyAnswer,
  asker: Asker,
): Promise<CommandResult | null> {
  const words = answer.ask ? await asker.line(answer.ask.prompt) : "";
  if (words === null || (answer.ask?.needed && words === "")) return null;
  try {
    return await answer.run(context, id, words);
  } catch (error) {
    if (!(error instanceof AgentForgeError)) throw error;
    return { exitCode: 2, text: renderProblem(error, context.paint), data: null };
  }
}

function keysFor({ kind }: Waiting, { paint }: CommandContext): string {
  const answers = ANSWERS[kind];
  const key = (letter: string, label: string) => `[${paint("cyan", letter)}] ${label}`;
  return [
    ...(answers.a ? [key("a", answers.a.label)] : []),
    ...(answers.r ? [key("r", answers.r.label)] : []),
    key("d", answers.d.label),
    key("s", "skip"),
    key("q", "quit"),
  ].join("  ");
}
