import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { withoutNotice } from "../../../src/services/reviews/plans/notice.ts";
import { SAVES, WAYS } from "./gestures.ts";
import { belongsTo } from "./records.ts";

/** `unclear`: the file disappeared in the middle, so the person has to look again. */
export type Said = "approve" | "reject" | "turn down" | "revise" | "wait" | "unclear";

/** What a person said, with start and end time. */
export interface Answer {
  readonly said: Said;
  readonly reason: string | null;
  /** The alternative result, if the previous answer was not read. */
  readonly or: Said | null;
  readonly from: number;
  readonly to: number;
  readonly how: string;
}

/** Saved words that must not get lost. */
export interface Mark {
  readonly words: string;
  readonly at: number;
  /** Hash of the plan they were saved in. */
  readonly hash: string;
  /** When a person deleted them. */
  readonly deletedAt: number | null;
}

export interface Person {
  readonly id: string;
  readonly answers: readonly Answer[];
  readonly marks: readonly Mark[];
  /** Words that were missing when the person looked. */
  readonly complaints: readonly string[];
}

const OTHER_GESTURES = ["write", "delete", "rename in place", "save unchanged"];
export const GESTURES: readonly string[] = [...Object.keys(SAVES), ...Object.keys(WAYS), ...OTHER_GESTURES];

const COMMENTS = /^## Review Comments$/m;

/** A person with an editor and a file manager, who sees the current content of the folders. */
export function createPerson(root: string, id: string, random: () => number, onUse: (name: string) => void) {
  const at = (place: string) => join(root, ".agentforge", place);
  const HOME = { plans: at(`Inbox/Plans/${id}_plan.md`), active: at(`System/Active/${id}.md`) };
  const rejectedPath = at(`Inbox/Rejected/${id}_rejected.md`);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const answers: Answer[] = [];
  const complaints: string[] = [];
  let marks: Mark[] = [];
  let turn = 0;

  /** Text that was saved with an answer in it. As long as it is unchanged, nothing has read it. */
  let inEditor: string | null = null;

  const last = () => answers.at(-1);
  const isUnreadIn = (path: string) =>
    inEditor !== null && answerIn(readFileSync(path, "utf8")) === answerIn(inEditor);
  const find = (): string | null => {
    for (const place of ["Inbox/Plans", "System/Active", "Inbox/Rejected"])
      for (const name of existsSync(at(place)) ? readdirSync(at(place)) : [])
        if (belongsTo(name, id)) return at(`${place}/${name}`);
    return null;
  };
  /** The plan as the person sees it. It must contain everything that was saved and not deleted. */
  const read = (path: string): string => {
    const text = readFileSync(path, "utf8");
    for (const { words, deletedAt } of marks)
      if (deletedAt === null && !text.includes(words))
        complaints.push(`${words} was not in ${path.slice(root.length)} (after ${last()?.how})`);
    return text;
  };
  const use = (name: string) => {
    onUse(name);
    return name;
  };
  async function save(path: string, text: string): Promise<string> {
    const names = Object.keys(SAVES).filter((each) => each !== "vim" && each !== "vimInPlace");
    const name = use(pick(existsSync(path) ? Object.keys(SAVES) : names));
    await SAVES[name]?.(path, text);
    return name;
  }
  async function answer(
    given: { readonly said: Said; readonly reason?: string | null; readonly or?: Said | null },
    act: () => string | Promise<string>,
  ): Promise<void> {
    const from = Date.now();
    const done = (said: Said, reason: string | null, how: string) =>
      answers.push({ said, reason, or: given.or ?? null, from, to: Date.now(), how: `${how}: ${said}` });
    try {
      const how = await act();
      done(given.said, given.reason ?? null, how);
    } catch (error) {
      // The file moved while the person was acting. At the first step, they have not said anything yet.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      if (Date.now() - from > 40) done("unclear", null, "something");
    }
  }
  const move = (from: string, to: string) => async () => {
    const name = use(pick(Object.keys(WAYS)));
    await WAYS[name]?.(from, to);
    return name;
  };
  const remember = (words: string, text: string) => {
    const hash = createHash("sha256").update(withoutNotice(text)).digest("hex");
    marks.push({ words, at: Date.now(), hash, deletedAt: null });
  };
  const reasonIn = (text: string) => /^rejection_reason = "(.*)"$/m.exec(text)?.[1] ?? null;

  const acts = {
    async approve(path: string) {
      if (path !== HOME.active) await answer({ said: "approve" }, move(path, HOME.active));
    },
    async wait(path: string) {
      if (path === HOME.plans) return;
      // Moved away and back before anything saw it: the requested changes still stand.
      const or = read(path).includes('status = "needs_revision"') ? "revise" : null;
      await answer({ said: "wait", or }, move(path, HOME.plans));
    },
    async approveInEditor(path: string) {
      const before = read(path);
      if (before.includes('status = "approved"')) return;
      const text = withFields(before, { status: "approved", rejection_reason: null });
      await answer({ said: "approve" }, () => save(path, text));
      inEditor = text;
    },
    async rejectInEditor(path: string) {
      const reason = `because ${id} ${turn}`;
      const text = withFields(read(path), { status: "rejected", rejection_reason: reason });
      await answer({ said: "reject", reason }, () => save(path, text));
      inEditor = text;
    },
    /** "Save as" into the other folder, then the old file is deleted. */
    reject: (path: string) => {
      const reason = `because ${id} ${turn}`;
      const text = withFields(read(path), { rejection_reason: reason });
      return answer({ said: "reject", reason }, async () => {
        const how = await save(rejectedPath, text);
        if (path !== rejectedPath) rmSync(path, { force: true });
        return how;
      });
    },
    async turnDown(path: string) {
      const text = read(path);
      if (COMMENTS.test(text)) return;
      const reason = reasonIn(text);
      await answer({ said: reason === null ? "turn down" : "reject", reason }, move(path, rejectedPath));
    },
    async revise(path: string) {
      const words = `Comment ${id} ${turn}.`;
      const whole = withFields(read(path), { status: "needs_revision" });
      const text = COMMENTS.test(whole)
        ? whole.replace(COMMENTS, `## Review Comments\n\n- ${words}`)
        : `${whole.trimEnd()}\n\n## Review Comments\n\n- ${words}\n`;
      await answer({ said: "revise" }, () => save(path, text));
      remember(words, text);
      inEditor = text;
    },
    reviewAgain: (path: string) => {
      const text = withFields(read(path), { status: "review" });
      inEditor = null;
      return answer({ said: "wait" }, () => save(path, text));
    },
    async edit(path: string) {
      const words = `Remark ${id} ${turn}.`;
      const text = read(path).replace("It was asked for.", `It was asked for. ${words}`);
      const { said = "wait", reason = null, or = null } = last() ?? {};
      const isUnread = isUnreadIn(path);
      await answer({ said, reason, or }, async () => `${await save(path, text)} edit`);
      remember(words, text);
      if (isUnread) inEditor = text;
    },
    remove: async (path: string) => {
      use("delete");
      // Even if it was rejected in the editor: what is already recorded stays.
      const isRejection = last()?.said === "reject";
      const deletedAt = Date.now();
      marks = marks.map((mark) => ({ ...mark, deletedAt: mark.deletedAt ?? deletedAt }));
      const said = isRejection ? "reject" : "wait";
      await answer({ said, reason: isRejection ? (last()?.reason ?? null) : null }, () => {
        rmSync(path);
        return "delete";
      });
    },
    /** Not an answer. Renaming a file without AgentForge's mark would make it another plan. */
    renameInPlace: async (path: string) => {
      if (!readFileSync(path, "utf8").includes("trace_id")) return;
      renameSync(path, join(dirname(path), `${id} my copy ${turn}.md`));
      use("rename in place");
    },
    /** Gives no answer. */
    saveAsItIs: async (path: string) => {
      writeFileSync(path, readFileSync(path, "utf8"));
      use("save unchanged");
    },
  };

  type Act = (path: string) => Promise<void>;
  function choices(path: string): readonly Act[] {
    const { approve, wait, reject, remove, edit, turnDown, rejectInEditor, revise } = acts;
    const idle = [acts.renameInPlace, acts.saveAsItIs];
    // A person who has just answered in the editor also changes their mind there: a move would leave two answers in one
    // file.
    if (isUnreadIn(path))
      return [acts.approveInEditor, rejectInEditor, revise, edit, remove, acts.saveAsItIs];
    if (path.includes("Inbox/Rejected"))
      return [approve, wait, wait, remove, ...(last()?.said === "turn down" ? [reject, reject] : [])];
    if (path.includes("System/Active"))
      return [wait, wait, wait, reject, reject, rejectInEditor, turnDown, edit, remove, remove, ...idle];
    return [
      ...[approve, approve, approve, approve, acts.approveInEditor, reject, rejectInEditor, turnDown],
      ...[edit, edit, remove, ...idle, last()?.said === "revise" ? acts.reviewAgain : revise],
    ];
  }

  const person: Person = {
    id,
    answers,
    complaints,
    get marks() {
      return marks;
    },
  };
  const attempt = async (act: Act, path: string): Promise<void> => {
    try {
      await act(path);
    } catch (error) {
      // Gone before anything was done.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  };
  return {
    person,
    async write(text: string): Promise<void> {
      mkdirSync(dirname(HOME.plans), { recursive: true });
      await answer({ said: "wait" }, async () => `${await save(HOME.plans, text)} ${use("write")}`);
    },
    async approve(): Promise<void> {
      const path = find();
      if (path?.includes("Inbox/Plans")) await attempt(acts.approve, path);
    },
    /** Does nothing if there is nothing to see. */
    async answerAgain(): Promise<void> {
      turn += 1;
      const path = find();
      if (path !== null) await attempt(pick(choices(path)), path);
      for (let look = 0; last()?.said === "unclear" && look < 20; look += 1) {
        await setTimeout(500);
        const now = find();
        if (now !== null) await attempt(pick([acts.approve, acts.wait]), now);
      }
    },
  };
}

/** The status, and what AgentForge notes after reading one. */
function answerIn(text: string): string {
  return (text.match(/^(?:status|reviewed_at|rejected_at|rejection_reason) = .*$/gm) ?? []).sort().join("\n");
}

/** Sets or removes lines in the front matter. */
function withFields(text: string, fields: Readonly<Record<string, string | null>>): string {
  return Object.entries(fields).reduce((whole, [name, value]) => {
    const bare = whole.replace(new RegExp(`^${name} = .*\\n`, "m"), "");
    return value === null ? bare : bare.replace("+++\n", `+++\n${name} = "${value}"\n`);
  }, text);
}
