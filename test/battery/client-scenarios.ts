import { join } from "node:path";
import type { ClientId } from "../../src/domain/entities/hook-client.ts";
import { SETUPS } from "../../src/services/hook-clients/clients/list.ts";
import { tryClient } from "../../src/services/hook-clients/live/try-client.ts";
import { type Check, openBench, toldBefore } from "./client-bench.ts";

export interface Tested {
  readonly client: ClientId;
  readonly program: string;
}

export type Scenario = (tested: Tested) => Promise<readonly Check[] | null>;

const GREEN = 'import test from "node:test";\ntest("holds", () => {});\n';
const SECRET = `API_KEY=${"a1b2c3d4e5f6".repeat(2)}`;
/** Clients that run a project's hooks only after a person trusted the folder or the hooks. */
const ASK_FOR_TRUST: readonly ClientId[] = ["codex", "gemini", "copilot"];
/** Clients that let a hook refuse the end of a turn, and replace the output of a tool. */
const CAN_REFUSE_STOP: readonly ClientId[] = ["claude", "codex", "gemini", "copilot"];
const CAN_MASK: readonly ClientId[] = ["claude", "gemini", "copilot", "opencode"];

/** Scenarios for every client. A scenario that a client does not support is null. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "protected files": protectedFiles,
  "doctor reports what the client does": doctor,
  "a missing hook": goneHook,
  "done means tested": doneMeansTested,
  "secrets in output": secrets,
};

async function protectedFiles({ client, program }: Tested): Promise<Check[]> {
  using bench = openBench(client, program, { "a.test.mjs": GREEN });
  bench.install();
  await bench.trust();
  const script = [
    // Some clients refuse to write .env themselves.
    bench.write("server.pem", "key\n"),
    bench.shell("echo A=1 > .env"),
    bench.write("notes.txt", "hello\n"),
    bench.shell("echo plain-output"),
    { say: "done" },
  ];
  const conversation = await bench.converse(script);
  const denied = (turn: number) => toldBefore(conversation, turn).includes("is protected");
  using control = openBench(client, program);
  await control.trust();
  await control.converse([control.shell("echo A=1 > .env"), { say: "done" }]);
  return [
    [
      "context reaches the model at the start",
      /Protected files|Enforced limits/.test(conversation.requests[0] ?? ""),
    ],
    ["its write tool: a key is denied, and the model is told why", denied(1)],
    ["its shell: .env is denied, and the model is told why", denied(2)],
    ["nothing was written", !bench.has(".env") && !bench.has("server.pem")],
    ["control: an ordinary file was written", bench.has("notes.txt")],
    ["control: an ordinary command ran", toldBefore(conversation, 4).includes("plain-output")],
    ["control: without the hook .env is written", control.has(".env")],
  ];
}

async function doctor({ client, program }: Tested): Promise<Check[]> {
  using bench = openBench(client, program);
  bench.install();
  const request = { root: bench.project, client, home: bench.home, temporary: join(bench.home, "..") };
  const path = `${join(program, "..")}:/usr/bin:/bin`;
  const untrusted = await tryClient({ ...request, path });
  await bench.trust();
  await bench.converse([]);
  const trusted = await tryClient({ ...request, path });
  const absent = await tryClient({ ...request, path: "/nonexistent" });
  const starts = (findings: typeof trusted) =>
    findings.length === 2 && findings.every(({ good }) => good === true);
  return [
    ASK_FOR_TRUST.includes(client)
      ? [
          "before a person trusts it: does not start, and says what to do",
          !starts(untrusted) &&
            untrusted[0]?.good === false &&
            (untrusted[0]?.detail.includes("trust") ?? false),
        ]
      : ["starts at once", starts(untrusted)],
    ["control: after that: starts the hook and obeys it", starts(trusted)],
    ["if the client is not installed: unknown", absent.length === 1 && absent[0]?.good === null],
  ];
}

/** The registration points to a file that no longer exists: gating hooks must refuse. */
async function goneHook({ client, program }: Tested): Promise<Check[]> {
  using bench = openBench(client, program);
  bench.install(bench.at("../gone/hook.cjs"));
  await bench.trust();
  const { requests } = await bench.converse([bench.shell("echo x > made.txt"), { say: "done" }]);
  using control = openBench(client, program);
  control.install();
  await control.trust();
  await control.converse([control.shell("echo x > made.txt"), { say: "done" }]);
  return [
    ["an ordinary call is refused", !bench.has("made.txt") && requests.length > 1],
    ["control: with the hook it is made", control.has("made.txt")],
  ];
}

async function doneMeansTested({ client, program }: Tested): Promise<Check[] | null> {
  if (!CAN_REFUSE_STOP.includes(client)) return null;
  using bench = openBench(client, program, { "a.test.mjs": GREEN });
  bench.install();
  await bench.trust();
  const { requests } = await bench.converse([
    bench.write("app.mjs", "export const a = 1;\n"),
    { say: "done too early" },
    bench.shell("node --test"),
    { say: "done at last" },
  ]);
  const isRefused = (turn: number) => requests[turn]?.includes("Not done yet") ?? false;
  return [
    ["control: the file was written", bench.has("app.mjs")],
    ["done after the edit: refused", !isRefused(1) && isRefused(2)],
    ["done after a green run: allowed", requests.length === 4],
  ];
}

async function secrets({ client, program }: Tested): Promise<Check[] | null> {
  if (!CAN_MASK.includes(client)) return null;
  using bench = openBench(client, program, { "config.txt": `${SECRET}\n` });
  bench.install();
  await bench.trust();
  const conversation = await bench.converse([bench.shell("cat config.txt"), { say: "done" }]);
  const told = toldBefore(conversation, 1);
  using control = openBench(client, program, { "config.txt": `${SECRET}\n` });
  await control.trust();
  const plain = await control.converse([control.shell("cat config.txt"), { say: "done" }]);
  return [
    [
      "the model sees the output without the secret",
      told.includes("secret:api-key") && !told.includes(SECRET),
    ],
    ["control: without the hook it sees the secret", toldBefore(plain, 1).includes(SECRET)],
  ];
}

export const LIVE_CLIENTS = Object.values(SETUPS).flatMap((setup) =>
  setup.live === null ? [] : [{ client: setup.id as ClientId, title: setup.title, ...setup.live }],
);
