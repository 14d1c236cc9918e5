import { describe, expect, it } from "vitest";
import { AgentForgeError } from "../../domain/errors.ts";
import { type InboxSection, readInbox, type Waiting } from "./inbox.ts";

const entry = (id: string, since: string): Waiting => ({ kind: "review", id, since, title: id, next: [] });
const section = (...entries: readonly Waiting[]): InboxSection => ({ waiting: async () => entries });

describe("readInbox", () => {
  it("puts the longest-waiting item first, regardless of its section", async () => {
    const inbox = await readInbox([
      section(entry("b", "2026-01-02T00:00:00Z"), entry("c", "2026-01-03T00:00:00Z")),
      section(entry("a", "2026-01-01T00:00:00Z"), entry("a2", "2026-01-02T00:00:00Z")),
    ]);
    expect(inbox.waiting.map(({ id }) => id)).toEqual(["a", "a2", "b", "c"]);
    expect(inbox.troubles).toEqual([]);
  });

  it("shows the other sections when one cannot be read, and says why", async () => {
    const unreadable = {
      waiting: async () => {
        throw new AgentForgeError("bad_input", "the file is damaged");
      },
    };
    const inbox = await readInbox([unreadable, section(entry("a", "2026-01-01T00:00:00Z"))]);
    expect(inbox.waiting).toHaveLength(1);
    expect(inbox.troubles).toEqual(["the file is damaged"]);
  });

  it("does not hide a bug", async () => {
    const defective = { waiting: () => Promise.reject(new TypeError("x is undefined")) };
    await expect(readInbox([defective])).rejects.toThrow(TypeError);
  });
});
