import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isRefusal, openBench } from "../../../test/support/hook-app.ts";
import { eventNameOf, fixture, fixtureNames } from "../../../test/support/hook-fixtures.ts";
import type { HookAnswer } from "../../services/hook-clients/client.ts";
import { CLIENT_IDS, CLIENTS, SETUPS } from "../../services/hook-clients/clients/list.ts";

const folder = fileURLToPath(new URL("../../services/hook-clients/clients", import.meta.url));
const clientOf = (id: string) => CLIENTS.find((each) => each.id === id);

describe("the family of clients", () => {
  it("lists every file of its folder, once, under the name of the file", () => {
    const files = readdirSync(folder).flatMap((name) => /^(?!list\b)([a-z]+)\.ts$/.exec(name)?.[1] ?? []);
    expect(CLIENTS.map(({ id }) => id)).toEqual([...CLIENT_IDS]);
    expect([...CLIENT_IDS].sort()).toEqual(files.sort());
    for (const id of CLIENT_IDS) expect(SETUPS[id].id).toBe(id);
  });

  it.each(CLIENT_IDS)("%s registers only events that it reads, and at least one gate", (id) => {
    const events = clientOf(id)?.events ?? {};
    expect(Object.keys(events)).toEqual(expect.arrayContaining([...SETUPS[id].events]));
    expect(SETUPS[id].events.map((name) => events[name])).toContain("before_tool");
  });

  it.each(CLIENT_IDS)("%s has a recorded payload of every event that it registers", (id) => {
    const recorded = new Set(fixtureNames(id).map((name) => eventNameOf(id, name)));
    const missing = SETUPS[id].events.filter((event) => !recorded.has(event));
    expect(missing).toEqual(id === "codex" ? ["SubagentStop"] : []);
  });

  it.each(CLIENT_IDS)("%s reads doctor's sample calls", (id) => {
    const at = { root: "/project", session: "s" };
    for (const call of [
      { event: "before_tool", command: "git status" },
      { event: "before_tool", write: "/project/.env" },
      { event: "after_tool", write: "/project/a.py" },
      { event: "stop" },
    ] as const) {
      const sample = SETUPS[id].sample(call, at);
      if (sample === null) continue;
      const client = clientOf(id);
      const named = { hook_event_name: sample.event, ...sample.payload };
      const event = client?.read(client.fields?.(named) ?? named, {
        at: "",
        root: "/project",
        cwd: "/project",
      });
      expect(event).toMatchObject({ event: call.event, session_id: "s" });
    }
  });
});

const recorded = CLIENT_IDS.flatMap((id) => fixtureNames(id).map((name) => [id, name] as const));

describe("every recorded payload of every client", () => {
  it.each(recorded)("%s %s", (id, name) => {
    using bench = openBench();
    const answer: HookAnswer = bench.answer(id, fixture(id, name, bench.root), eventNameOf(id, name));
    const refused = /\.denied\.|\.asked\./.test(name) && !/Batch/.test(name);
    expect(isRefusal(answer)).toBe(refused || (id === "claude" && name === "PreToolUse.Write.json"));
  });
});

describe("done means tested, for every client that can refuse to stop", () => {
  const stopping = CLIENT_IDS.filter((id) =>
    SETUPS[id].sample({ event: "stop" }, { root: "/", session: "s" }),
  );
  expect(stopping).toEqual(["claude", "codex", "gemini", "copilot", "cursor"]);

  it.each(stopping)("%s", (id) => {
    using bench = openBench();
    const send = (call: Parameters<(typeof SETUPS)["claude"]["sample"]>[0]) => {
      const sample = SETUPS[id].sample(call, { root: bench.root, session: "s" });
      return bench.answer(id, sample?.payload ?? {}, sample?.event);
    };
    expect(isRefusal(send({ event: "stop" }))).toBe(false);
    send({ event: "after_tool", write: `${bench.root}/src/a.py` });
    expect(isRefusal(send({ event: "stop" }))).toBe(true);
  });
});
