import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** What a person has said last. */
export interface Answer {
  readonly said: "approve" | "reject" | "wait";
  /** Milliseconds. */
  readonly at: number;
  readonly reason: string | null;
  /** Words that were saved, and must still be there. */
  readonly marks: readonly Mark[];
  readonly how: readonly string[];
  /** The reason of a rejection that was taken back by a file that was deleted before it could be read. */
  readonly stillRejected: string | null;
}

interface Mark {
  readonly words: string;
  /** Milliseconds. */
  readonly at: number;
}

/** What is deleted sooner than this after it was saved or moved may not have been read; nobody can bring that back. */
const READ_MS = 3000;

type Save = (path: string, text: string) => void | Promise<void>;
type Move = (from: string, to: string) => void | Promise<void>;

/** How editors save. */
const SAVES: Readonly<Record<string, Save>> = {
  truncate: (path, text) => writeFileSync(path, text),
  vim(path, text) {
    const probe = join(path, "..", "4913");
    writeFileSync(probe, "");
    rmSync(probe);
    renameSync(path, `${path}~`);
    writeFileSync(path, text);
    rmSync(`${path}~`);
  },
  gedit(path, text) {
    const draft = join(path, "..", `.goutputstream-${path.length}X`);
    writeFileSync(draft, text);
    renameSync(draft, path);
  },
  async code(path, text) {
    writeFileSync(path, "");
    await setTimeout(20);
    writeFileSync(path, text);
  },
  async chunks(path, text) {
    const half = Math.floor(text.length / 2);
    writeFileSync(path, text.slice(0, half));
    await setTimeout(40);
    appendFileSync(path, text.slice(half));
  },
};

/** How file managers and shells move. */
const WAYS: Readonly<Record<string, Move>> = {
  rename: (from, to) => renameSync(from, to),
  async copyAndDelete(from, to) {
    copyFileSync(from, to);
    await setTimeout(60);
    rmSync(from, { force: true });
  },
  partly(from, to) {
    const part = `${to}.part`;
    copyFileSync(from, part);
    renameSync(part, to);
    rmSync(from, { force: true });
  },
  async trash(from, to) {
    const trash = join(from, "../../../.trash");
    mkdirSync(trash, { recursive: true });
    const kept = join(trash, `${Date.now()}-${to.length}`);
    renameSync(from, kept);
    await setTimeout(30);
    renameSync(kept, to);
  },
};

export const MOVES: readonly string[] = [...Object.keys(SAVES), ...Object.keys(WAYS), "delete"];

/** Somebody with an editor and a file manager, who sees what is in the folders when they act. */
export function createPerson(root: string, id: string, random: () => number, onUse: (name: string) => void) {
  const at = (place: string) => join(root, ".agentforge", place);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  let last: Answer = { said: "wait", at: Date.now(), reason: null, marks: [], how: [], stillRejected: null };
  let turn = 0;
  let takenBack: { readonly reason: string; readonly at: number } | null = null;

  const find = (): string | null => {
    for (const place of ["Inbox/Plans", "System/Active", "Inbox/Rejected"])
      for (const name of existsSync(at(place)) ? readdirSync(at(place)) : [])
        if (new RegExp(`^${id}(_plan|_rejected)?\\.md$`).test(name)) return at(`${place}/${name}`);
    return null;
  };
  const remember = (more: Partial<Answer>, how: string): Answer => {
    last = { ...last, stillRejected: null, ...more, at: Date.now(), how: [...last.how, how] };
    return last;
  };
  const save = async (path: string, text: string) => {
    const name = pick(Object.keys(SAVES));
    onUse(name);
    await SAVES[name]?.(path, text);
    return name;
  };
  const move = async (from: string, to: string) => {
    const name = pick(Object.keys(WAYS));
    onUse(name);
    await WAYS[name]?.(from, to);
    return name;
  };

  async function approve(path: string): Promise<Answer> {
    const target = at(`System/Active/${id}.md`);
    if (path === target) return last;
    const how = await move(path, target);
    if (last.reason !== null) takenBack = { reason: last.reason, at: Date.now() };
    return remember({ said: "approve", reason: null }, `${how} to Active`);
  }

  async function wait(path: string): Promise<Answer> {
    const target = at(`Inbox/Plans/${id}_plan.md`);
    if (path === target) return last;
    const how = await move(path, target);
    if (last.reason !== null) takenBack = { reason: last.reason, at: Date.now() };
    return remember({ said: "wait", reason: null }, `${how} to Plans`);
  }

  async function reject(path: string): Promise<Answer> {
    const target = at(`Inbox/Rejected/${id}_rejected.md`);
    if (path === target) return last;
    const reason = `because ${id} ${turn}`;
    const text = readFileSync(path, "utf8").replace(/^rejection_reason.*\n/m, "");
    // Written where it is going to be, as with "save as", and then the old one is deleted.
    const how = await save(target, text.replace("+++\n", `+++\nrejection_reason = "${reason}"\n`));
    rmSync(path, { force: true });
    return remember({ said: "reject", reason }, `${how} to Rejected`);
  }

  async function edit(path: string): Promise<Answer> {
    const mark = `Remark ${id} ${turn}.`;
    const text = readFileSync(path, "utf8");
    const how = await save(path, text.replace("It was asked for.", `It was asked for. ${mark}`));
    const said = path.includes("System/Active") ? "approve" : path.includes("Rejected") ? last.said : "wait";
    return remember({ said, marks: [...last.marks, { words: mark, at: Date.now() }] }, `${how} edit`);
  }

  function remove(path: string): Answer {
    onUse("delete");
    rmSync(path);
    const since = Date.now() - READ_MS;
    const marks = last.marks.filter(({ at }) => at < since);
    const stillRejected = takenBack !== null && takenBack.at > since ? takenBack.reason : null;
    return remember({ said: "wait", reason: null, marks, stillRejected }, "delete");
  }

  return {
    write(text: string): Answer {
      mkdirSync(at("Inbox/Plans"), { recursive: true });
      writeFileSync(at(`Inbox/Plans/${id}_plan.md`), text);
      return remember({}, "write");
    },
    /** Null if there was nothing to be seen at this moment, or it moved under the person's hands: then they said nothing. */
    async answerAgain(): Promise<Answer | null> {
      turn += 1;
      const path = find();
      if (path === null) return null;
      const isFinal = path.includes("Inbox/Rejected");
      const choices = isFinal ? [approve, wait] : [approve, approve, wait, reject, edit, remove];
      try {
        return await pick(choices)(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
  };
}
