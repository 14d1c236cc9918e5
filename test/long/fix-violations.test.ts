import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { smallProject } from "../support/contract-project.ts";
import type { Repository } from "../support/repository.ts";
import { findAll } from "../support/violations.ts";

let repository: Repository;
afterEach(() => repository.remove());

describe("agent fix-violations", () => {
  it("lands each proven fix as its own commit, and escalates the rest", async () => {
    repository = smallProject();
    const fix = await agentforge(repository.path, ["agent", "fix-violations", "--auto", "--json"]);
    expect(fix.json).toMatchObject({ fixed: 3, waiting: 0, escalated: 2, conflicts: 0, stopped: null });
    expect(fix.exitCode).toBe(1);
    const subjects = repository.git("log", "--format=%s").trim().split("\n");
    expect(subjects.filter((subject) => /^fix\(V-[0-9a-f]{12}\): /.test(subject))).toHaveLength(3);
    expect((await findAll(repository.path)).map((each) => each.check_id).sort()).toEqual([
      "no-todo",
      "strict-equality",
    ]);
    expect((await agentforge(repository.path, ["test"])).exitCode).toBe(0);
    expect(repository.git("status", "--porcelain")).toBe("");
    for (const commit of repository.git("log", "--format=%H", "-3").trim().split("\n")) {
      repository.git("revert", "--no-edit", commit);
      repository.git("reset", "-q", "--hard", "HEAD~1");
    }
  });

  it("--dry-run proves every fix and keeps nothing", async () => {
    repository = smallProject();
    const untouched = repository.fingerprint();
    const dry = await agentforge(repository.path, ["agent", "fix-violations", "--dry-run", "-s", "major"]);
    expect(dry.stdout).toContain("3 could be fixed (dry run, nothing kept)");
    expect(dry.stdout).not.toContain("ESC-");
    expect(repository.fingerprint()).toBe(untouched);
    expect((await agentforge(repository.path, ["review", "list", "--json"])).json).toEqual([]);
    const handedOver = await agentforge(repository.path, ["escalation", "list", "--json"]);
    expect(handedOver.json).toMatchObject({ escalations: [], violations: [] });
  });

  it("--limit counts fixes, and asks once about violations that cannot be fixed", async () => {
    repository = smallProject();
    const contract = repository.read(".agentforge/contracts/house.yaml");
    repository.write(
      ".agentforge/contracts/house.yaml",
      contract.replace("severity: minor", "severity: blocker"),
    );
    repository.git("commit", "-qam", "no-todo comes first");
    const once = ["agent", "fix-violations", "--auto", "-n", "1", "--json"];
    expect((await agentforge(repository.path, once)).json).toMatchObject({ fixed: 1 });
    expect((await agentforge(repository.path, once)).json).toMatchObject({ fixed: 1 });
    const [todo] = (await findAll(repository.path)).filter((each) => each.check_id === "no-todo");
    const again = await agentforge(repository.path, [
      "agent",
      "fix-violation",
      todo?.violation_id ?? "",
      "--json",
    ]);
    expect(again.json.status).toBe("cannot_fix");
    const { json } = await agentforge(repository.path, ["escalation", "list", "--json"]);
    const about = json.escalations.map((each: { violation_id: string }) => each.violation_id);
    expect(about).toContain(todo?.violation_id);
    expect(new Set(about).size).toBe(about.length);
  });

  it("does not touch files with uncommitted changes", async () => {
    repository = smallProject();
    repository.write("loose.js", `${repository.read("loose.js")}// mine\n`);
    const command = [
      "agent",
      "fix-violations",
      "--auto",
      "--limit",
      "1",
      "--check",
      "strict-equality",
      "--json",
    ];
    const fix = await agentforge(repository.path, command);
    expect(fix.json.left).toMatchObject([{ why: expect.stringContaining("uncommitted") }]);
    expect(repository.read("loose.js")).toContain("// mine");
    expect(fix.json.fixed).toBe(1);
    expect(repository.git("status", "--porcelain").trim()).toBe("M loose.js");
  });

  it("handles one fix per file at a time when a person answers", async () => {
    repository = smallProject();
    const fix = await agentforge(repository.path, [
      "agent",
      "fix-violations",
      "--check",
      "strict-equality",
      "--json",
    ]);
    expect(fix.json).toMatchObject({ fixed: 0, waiting: 2, escalated: 1 });
    const all = await agentforge(repository.path, ["agent", "approve-commit", "--all", "--json"]);
    expect(all.json).toMatchObject([{ status: "landed" }, { status: "landed", reverified: true }]);
  });
});
