import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { agentforge, startAgentforge } from "../support/cli.ts";
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from "../support/model-server.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

/** Assembled at run time so that scanners do not report this file as a leak. */
const TOKEN = `ghp_${"a7Q9xZ3bC5dE".repeat(3)}`;
const ENVIRONMENT = "correcthorsebatterystaple";
const PLACEHOLDER = /<secret:github-token:[0-9a-f]{6}>/;

let repository: Repository;
let server: ModelServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
  repository.remove();
});

const SOURCE = `export const add = (a, b, key = "${TOKEN}") => (key === "" ? 0 : a - b);\n`;

function makeShop(): void {
  repository = makeRepository((folder) => {
    const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
    write("package.json", '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n');
    write("shop.js", SOURCE);
    write("other.js", "export const other = 1;\n");
    write(
      "shop.test.js",
      `import assert from "node:assert/strict";\nimport { it } from "node:test";\nimport { add } from "./shop.js";\nit("adds", () => {\n  console.log(add.toString(), "${ENVIRONMENT}");\n  assert.equal(add(2, 3), 5);\n});\n`,
    );
  });
}

function environment(): Record<string, string> {
  return {
    AGENTFORGE_BRAIN: "anthropic:scripted",
    ANTHROPIC_API_KEY: "sk-ant-scripted",
    ANTHROPIC_BASE_URL: server?.url ?? "http://127.0.0.1:9/v1",
    DEPLOY_PASSWORD: ENVIRONMENT,
  };
}

function run(...args: string[]) {
  return agentforge(repository.path, [...args, "--json"], environment());
}

/** Everything in the state folder except copies of the user's own files. */
function stateText(): string {
  const folder = join(repository.path, ".agentforge");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => !/^(?:attempts|desks|backups)\//.test(name) && statSync(join(folder, name)).isFile())
    .map((name) => readFileSync(join(folder, name), "latin1"))
    .join("\n");
}

it("repairs the line with a secret, which never leaves the user's file", async () => {
  makeShop();
  const seen: string[] = [];
  let turn = 0;
  const write = (path: string, content: string): Reply => ({
    calls: [{ name: "write_file", input: { path, content } }],
  });
  server = await startModelServer((request: SeenRequest) => {
    seen.push(request.transcript);
    turn += 1;
    const shown = PLACEHOLDER.exec(JSON.stringify(request.body.messages))?.[0] ?? "none";
    const change = (from: string) => `"${shown}") => (key === "" ? 0 : a ${from} b)`;
    switch (turn) {
      case 1:
        return { calls: [{ name: "read_file", input: { path: "shop.js" } }] };
      case 2:
        return write("other.js", `export const other = "${shown}";\n`);
      case 3:
        return write("fake.js", `export const fake = "glpat-${"k3J8".repeat(6)}";\n`);
      case 4:
        return {
          calls: [
            {
              name: "edit_file",
              input: {
                files: [{ path: "shop.js", changes: [{ search: change("-"), replace: change("+") }] }],
              },
            },
          ],
        };
      case 5:
        return { calls: [{ name: "run_tests", input: {} }] };
      default:
        return { calls: [{ name: "complete", input: { summary: "add() adds now" } }] };
    }
  });

  const { json } = await run("repair", "--brain", "llm");
  expect(json.status).toBe("waiting_for_review");
  expect(seen[2]).toContain("stands for a secret that is not in other.js");
  expect(seen[3]).toContain("stands for a secret that is not in fake.js");
  for (const request of server.requests) expect(JSON.stringify(request.body)).not.toContain(TOKEN);
  for (const request of server.requests) expect(JSON.stringify(request.body)).not.toContain(ENVIRONMENT);
  expect(stateText()).not.toContain(TOKEN);
  expect(stateText()).not.toContain(Buffer.from(TOKEN.slice(0, 30)).toString("base64"));
  expect(stateText()).not.toContain(ENVIRONMENT);

  const session = (await run("session", "list")).json.find((each: { task_description: string }) =>
    each.task_description.startsWith("make these tests pass"),
  );
  expect((await run("session", "replay", session.session_id)).exitCode).toBe(0);

  const approved = await run("review", "approve", json.review.review_id);
  expect(approved.json.status).toBe("landed");
  expect(repository.read("shop.js")).toBe(SOURCE.replace("a - b", "a + b"));
  expect(existsSync(join(repository.path, "fake.js"))).toBe(false);
  const commit = repository.git("rev-parse", "HEAD").trim();
  expect(repository.git("show", "HEAD:shop.js")).toContain(TOKEN);
  expect((await run("certificate", "verify", commit)).json.status).toBe("verified");
  expect((await run("journal", "verify")).exitCode).toBe(0);
  expect((await run("state", "check")).exitCode).toBe(0);
}, 240_000);

it("repeats an edit next to a secret after kill -9, with the same placeholder", async () => {
  makeShop();
  let turn = 0;
  let isHanging = () => {};
  const hanging = new Promise<void>((resolve) => {
    isHanging = resolve;
  });
  server = await startModelServer((request: SeenRequest) => {
    turn += 1;
    const shown = PLACEHOLDER.exec(JSON.stringify(request.body.messages))?.[0] ?? "none";
    const change = (from: string) => `"${shown}") => (key === "" ? 0 : a ${from} b)`;
    const changes = [{ search: change("-"), replace: change("+") }];
    if (turn === 1) return { calls: [{ name: "read_file", input: { path: "shop.js" } }] };
    if (turn === 2)
      return { calls: [{ name: "edit_file", input: { files: [{ path: "shop.js", changes }] } }] };
    if (turn > 3) return { calls: [{ name: "complete", input: { summary: "add() adds now" } }] };
    isHanging();
    return { hang: true };
  });
  const killed = startAgentforge(repository.path, ["repair", "--brain", "llm", "--json"], environment());
  await hanging;
  killed.kill("SIGKILL");
  await killed;
  const { json } = await run("session", "resume");
  expect(json.status).toBe("waiting_for_review");
  expect((await run("review", "approve", json.review.review_id)).json.status).toBe("landed");
  expect(repository.read("shop.js")).toBe(SOURCE.replace("a - b", "a + b"));
}, 240_000);

it("says what to do if the file with the secret was deleted before the approval", async () => {
  makeShop();
  const { json } = await run("repair", "--brain", "search");
  expect(json.status).toBe("waiting_for_review");
  expect(stateText()).not.toContain(TOKEN);
  repository.write("shop.js", "export const add = () => 5;\n");
  const approved = await run("review", "approve", json.review.review_id);
  expect(approved.exitCode).not.toBe(0);
  expect(repository.read("shop.js")).toBe("export const add = () => 5;\n");
}, 240_000);
