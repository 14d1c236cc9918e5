import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type App, openApp, openRedactor, readEnvironment } from "../../src/app.ts";
import type { Asker } from "../../src/hosts/cli/asker.ts";
import { showInbox } from "../../src/hosts/cli/commands/people/inbox.ts";
import { adoptStateFile } from "../../src/hosts/cli/commands/record/state.ts";
import type { CommandContext } from "../../src/hosts/cli/context.ts";
import { createPaint } from "../../src/hosts/cli/terminal.ts";
import { makeRepository, type Repository } from "../support/repository.ts";
import { sampleEscalation, sampleReview } from "../support/samples.ts";

let repository: Repository;
let context: CommandContext;
beforeEach(() => {
  repository = makeRepository((folder) => writeFileSync(join(folder, "one.js"), "export const one = 1;\n"));
  context = {
    cwd: repository.path,
    json: true,
    verbose: false,
    unsafe: false,
    environment: readEnvironment({ ...process.env, AGENTFORGE_USER: "ada" }),
    redactor: openRedactor([]),
    paint: createPaint(false),
    progress: { say() {}, now() {}, keep() {}, end() {} },
    warn() {},
    recorded() {},
    signal: new AbortController().signal,
  };
});
afterEach(() => repository.remove());

async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  const app = await openApp(context);
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

async function fill(): Promise<void> {
  await withApp(async ({ ports }) => {
    await ports.escalations.create(sampleEscalation("ESC-2", { created_at: "2026-01-03T00:00:00Z" }));
    await ports.reviews.open(sampleReview("RV-1", { created_at: "2026-01-02T00:00:00Z" }));
    await ports.sessions.begin({
      session_id: "S-3",
      trace_id: ports.newTraceId(),
      attempt_id: null,
      brain: "search",
      task_description: "fix V-0123456789ab: too wide",
      status: "running",
      started_at: "2026-01-01T00:00:00Z",
      ended_at: null,
      owner: JSON.stringify({ pid: 1, started: "0", boot: "another", namespace: null }),
      outcome: null,
    });
  });
}

const edit = (path: string, from: string | RegExp, to: string) => {
  const file = join(repository.path, ".agentforge", path);
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
};

const actions = () =>
  withApp(async ({ ports }) =>
    (await ports.journal.query({ actor: "human" })).map((row) => `${row.action_type} ${row.entity_id}`),
  );

const names = async () => {
  const { data } = await showInbox(context, {}, null);
  return (data as { waiting: { kind: string; id: string }[] }).waiting.map(
    (each) => `${each.kind} ${each.id}`,
  );
};

/** Simulates a person: keys and lines in this order, until they are used up. */
function scripted(...answers: string[]): Asker & { readonly left: string[] } {
  const next = async () => answers.shift() ?? null;
  return { left: answers, key: next, line: next, secret: next };
}

describe("inbox", () => {
  it("shows every kind, oldest first, with what to type", async () => {
    expect((await showInbox({ ...context, json: false }, {}, null)).text).toBe("Nothing is waiting for you.");
    await fill();
    edit("escalations/ESC-2.yaml", "the test contradicts", "I think it contradicts");
    expect(await names()).toEqual([
      "review RV-1",
      "escalation ESC-2",
      "file escalations/ESC-2.yaml",
      "session S-3",
    ]);
    const { text } = await showInbox({ ...context, json: false }, { kind: "session" }, null);
    expect(text).toContain("agentforge agent fix-violation V-0123456789ab");
    expect(text.split("\n")).toHaveLength(2);
  });

  it("asks one by one on a terminal, and each key runs its command", async () => {
    await fill();
    const person = scripted("x", "d", "r", "not now", "a", "look at one.js", "r", "q");
    const { data } = await showInbox({ ...context, json: false }, {}, person);
    expect(data).toMatchObject({ answered: [{ key: "r" }, { key: "a" }, { key: "r" }], left: 0 });
    expect(person.left).toEqual(["q"]);
    expect(await names()).toEqual([]);
    expect(await actions()).toEqual([
      "review.rejected RV-1",
      "escalation.resolved ESC-2",
      "session.dismissed S-3",
    ]);
    const told = await withApp(({ ports }) => ports.escalations.get("ESC-2"));
    expect(told?.resolution).toMatchObject({ by: "ada", guidance: "look at one.js" });
  });

  it("does nothing when the person quits, skips, or enters nothing", async () => {
    await fill();
    const { data } = await showInbox({ ...context, json: false }, {}, scripted("r", "", "s", "r"));
    expect(data).toEqual({ answered: [], left: 3 });
    expect(await actions()).toEqual([]);
  });
});

describe("state adopt", () => {
  const adopt = (file: string, discard = false) => adoptStateFile(context, file, { discard });
  const review = () => withApp(({ ports }) => ports.reviews.get("RV-1"));

  it("takes over the fields that belong to a person, once, in the journal", async () => {
    await fill();
    edit("reviews/RV-1.yaml", /^title: .*$/m, "title: my words");
    const adopted = await adopt(".agentforge/reviews/RV-1.yaml");
    expect(adopted.data).toMatchObject({ status: "adopted", changed: ["title"] });
    expect(await review()).toMatchObject({ title: "my words", status: "pending" });
    expect(await names()).not.toContain("file reviews/RV-1.yaml");
    expect(await actions()).toEqual(["file.adopted reviews/RV-1.yaml", "review.amended RV-1"]);
    await expect(adopt("reviews/RV-1.yaml")).rejects.toMatchObject({ code: "bad_input" });
  });

  it("answers an escalation that was answered in its file", async () => {
    await fill();
    edit("escalations/ESC-2.yaml", "status: pending", "status: resolved");
    edit("escalations/ESC-2.yaml", "resolution: null", "resolution: { guidance: use the other parser }");
    await adopt("escalations/ESC-2.yaml");
    const told = await withApp(({ ports }) => ports.escalations.get("ESC-2"));
    expect(told).toMatchObject({
      status: "resolved",
      resolution: { by: "ada", guidance: "use the other parser", retry: true },
    });
    expect(await names()).toEqual(["review RV-1", "session S-3"]);
  });

  it.each([
    ["what happened", "reviews/RV-1.yaml", /^status: pending$/m, "status: approved"],
    ["who asked", "reviews/RV-1.yaml", /^session_id: .*$/m, "session_id: another"],
    ["a run", "sessions/S-3/session.yaml", /^brain: .*$/m, "brain: llm"],
    ["nonsense", "escalations/ESC-2.yaml", /^constraints: .*$/m, "constraints: 7"],
    ["an unknown answer", "escalations/ESC-2.yaml", "status: pending", "status: later"],
  ])("rejects a change to %s, and leaves the file unchanged", async (_name, path, from, to) => {
    await fill();
    edit(path, from, to);
    await expect(adopt(path)).rejects.toMatchObject({ code: "bad_input" });
    expect(readFileSync(join(repository.path, ".agentforge", path), "utf8")).toContain(to);
    expect(await actions()).toEqual([]);
  });

  it("discards a version on request, and keeps it next to the file", async () => {
    await fill();
    edit("reviews/RV-1.yaml", /^status: pending$/m, "status: approved");
    const discarded = await adopt("reviews/RV-1.yaml", true);
    const { keptAs } = discarded.data as { keptAs: string };
    expect(existsSync(join(repository.path, ".agentforge", keptAs))).toBe(true);
    expect(await names()).toEqual(["review RV-1", "escalation ESC-2", "session S-3"]);
    expect(await review()).toMatchObject({ status: "pending" });
  });

  it("offers a version that was displaced when the record changed", async () => {
    await fill();
    edit("escalations/ESC-2.yaml", "the test contradicts", "I think it contradicts");
    await withApp(({ ports }) => ports.escalations.resolve("ESC-2", { by: "bob" }));
    const aside = readdirSync(join(repository.path, ".agentforge/escalations")).find((name) =>
      name.includes(".edited-"),
    );
    expect(await names()).toContain(`file escalations/${aside}`);
    await adopt(`escalations/${aside}`, true);
    expect(await names()).toEqual(["review RV-1", "session S-3"]);
  });

  it.each(["../one.js", "config.yaml", "reviews/RV-9.yaml", "reviews/../../one.js"])(
    "%s is not such a file",
    async (path) => {
      await fill();
      await expect(adopt(path)).rejects.toMatchObject({ name: "AgentForgeError" });
    },
  );
});
