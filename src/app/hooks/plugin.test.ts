import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { openBench } from "../../../test/support/hook-app.ts";
import { SETUPS } from "../../services/hook-clients/clients/list.ts";
import { hooksFor } from "../../services/hook-clients/registration.ts";

const folder = fileURLToPath(new URL("../../../plugin/", import.meta.url));
const read = (path: string) => readFileSync(`${folder}${path}`, "utf8");

describe("the plugin", () => {
  it("registers the same hooks as install does, in the wrapper the client reads", () => {
    const invocation = { node: "node", bundle: `$${"{CLAUDE_PLUGIN_ROOT}"}/dist/hook.cjs` };
    const { hooks, ...rest } = JSON.parse(read("hooks/hooks.json"));
    expect(hooks).toEqual(hooksFor(SETUPS.claude, invocation));
    expect(Object.keys(rest)).toEqual(["description"]);
  });

  it("contains the hook, because a copied plugin cannot reach neighboring folders", () => {
    for (const name of ["hook.cjs", "hook-core.cjs"]) expect(existsSync(`${folder}dist/${name}`)).toBe(true);
  });

  it("carries the version of the package, and a marketplace names it", () => {
    expect(JSON.parse(read(".claude-plugin/plugin.json"))).toMatchObject({
      name: "agentforge",
      version: manifest.version,
    });
    const { plugins } = JSON.parse(read("../.claude-plugin/marketplace.json"));
    expect(plugins).toMatchObject([{ name: "agentforge", source: "./plugin" }]);
    expect(manifest.files).toEqual(expect.arrayContaining(["plugin", ".claude-plugin"]));
  });

  it("recommends no command that its own hooks would deny or ask about", () => {
    using bench = openBench();
    const texts = ["skills/agentforge/SKILL.md", "agents/ralph.md"].map(read).join("\n");
    const commands = [...texts.matchAll(/`(agentforge [^`]+)`/g)].map(([, command = ""]) =>
      command.replace(/<(?:name|id)>/g, "RV-1").replace(/<\w+>/g, "5"),
    );
    expect(commands.length).toBeGreaterThan(2);
    const refused = commands.filter((command) => {
      const call = { tool_name: "Bash", tool_input: { command }, hook_event_name: "PreToolUse" };
      return bench.answer("claude", { session_id: "s", cwd: bench.root, ...call }).stdout !== "";
    });
    expect(refused).toEqual([]);
  });

  it("keeps the agent's instructions short", () => {
    const lines = read("agents/ralph.md").split("\n");
    expect(lines.length).toBeLessThan(200);
    expect(lines.slice(0, 4).join("\n")).toMatch(/^---\nname: ralph\ndescription: .+\n---/);
    expect(read("skills/agentforge/SKILL.md")).toMatch(/^---\nname: agentforge\ndescription: .+\n---/);
  });
});
