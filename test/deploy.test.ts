import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommanderError } from "commander";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { buildProgram } from "../src/hosts/cli/program.ts";

const folder = fileURLToPath(new URL("../deploy", import.meta.url));
const dockerfile = readFileSync(join(folder, "Dockerfile"), "utf8").replaceAll("\\\n", "");
const instruction = (name: string) =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.+)$`, "gm"))].map(([, rest]) => rest ?? "");

/** Whether the program has this command with these options; nothing is executed. */
async function understands(args: readonly string[]): Promise<boolean> {
  let called = false;
  const program = buildProgram("0", async () => {
    called = true;
  });
  try {
    await program.configureOutput({ writeErr: () => undefined }).parseAsync(["node", "agentforge", ...args]);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
  return called;
}

describe("the files for containers", () => {
  it("start a command that exists", async () => {
    const [command = "[]"] = instruction("CMD");
    expect(instruction("ENTRYPOINT")).toEqual(['["agentforge"]']);
    expect(await understands(JSON.parse(command))).toBe(true);
    expect(await understands(["worker", "--no-such-option"])).toBe(false);
    const { services } = parse(readFileSync(join(folder, "compose.yaml"), "utf8"));
    expect(await understands(services.worker.command)).toBe(true);
  });

  it("run as an unprivileged user, on the Node version that the package needs", () => {
    const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect(instruction("FROM")).toEqual([expect.stringMatching(`^node:${engines.node.replace(/\D/g, "")}-`)]);
    expect(instruction("USER")).toEqual(["node"]);
  });

  it("name files and services that exist", () => {
    const { services, volumes } = parse(readFileSync(join(folder, "compose.yaml"), "utf8"));
    const { build, depends_on, environment } = services.worker;
    expect(existsSync(join(dirname(join(folder, "compose.yaml")), build.context, build.dockerfile))).toBe(
      true,
    );
    expect(Object.keys(depends_on).every((name) => name in services)).toBe(true);
    expect(new URL(environment.AGENTFORGE_DATABASE.replace(/\$\{[^}]*\}/g, "x")).hostname).toBe("database");
    const [volume] = services.database.volumes[0].split(":");
    expect(Object.keys(volumes)).toContain(volume);
  });
});
