import { describe, expect, it } from "vitest";
import { fixture } from "../../../test/support/hook-fixtures.ts";
import { pendingTasks } from "./background.ts";

const shell = (command: string, status = "running") => ({ id: "b1", type: "shell", status, command });

describe("tasks that Claude Code lists at a stop", () => {
  it("counts neither the stopping subagent itself nor a server that its parent started", () => {
    expect(pendingTasks(fixture("claude", "SubagentStop.lists_itself.json", "/p"))).toBe(0);
  });

  it("counts another subagent at the stop of the main thread", () => {
    const stop = fixture("claude", "Stop.dev_server_and_subagent.json", "/p");
    expect(pendingTasks(stop)).toBe(1);
  });

  it.each([
    ["npm test", 1],
    ["pytest -q", 1],
    ["make check", 1],
    ["cargo build", 1],
    ["npm run dev", 0],
    ["npm start", 0],
    ["python manage.py runserver", 0],
    ["vitest --watch", 0],
    ["docker compose up", 0],
    ["tail -f log/test.log", 0],
    ["sleep 20", 0],
  ])("%s: %i", (command, count) => {
    const payload = { hook_event_name: "Stop", background_tasks: [shell(command)] };
    expect(pendingTasks(payload)).toBe(count);
  });

  it("ignores ended tasks and counts tasks of unknown kind", () => {
    expect(pendingTasks({ background_tasks: [shell("npm test", "completed")] })).toBe(0);
    expect(pendingTasks({ background_tasks: [{ id: "b1" }] })).toBe(1);
  });
});
