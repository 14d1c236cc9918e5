import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { agentforge } from "../support/cli.ts";
import { inTurn, type ModelServer, type Reply, startModelServer } from "../support/model-server.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";

vi.setConfig({ testTimeout: 240_000 });

let repository: Repository;
let server: ModelServer;
afterEach(async () => {
  await server.close();
  repository.remove();
});

const call = (name: string, input: object): Reply => ({ calls: [{ name, input }] });
const complete = call("complete", { summary: "the first piece of a step counts too" });
const edit = (search: string, replace: string, path = "src/discount.js") =>
  call("edit_file", { files: [{ path, changes: [{ search, replace }] }] });
const PARTLY = "quantity > step.from || quantity === 100";

async function script(...replies: readonly Reply[]): Promise<void> {
  const inOrder = inTurn(...replies);
  let number = 0;
  server = await startModelServer((request) => {
    number += 1;
    return inOrder(request, number);
  });
}

const model = () => ({ ANTHROPIC_API_KEY: "sk-ant-scripted", ANTHROPIC_BASE_URL: server.url });
const repair = (...args: string[]) =>
  agentforge(repository.path, ["repair", "--json", ...args], {
    ...model(),
    AGENTFORGE_BRAIN: "anthropic:scripted",
  });

describe("five iterations of a model", () => {
  it("keep partial fixes, undo what breaks other tests, and count to the last", async () => {
    repository = exampleRepository("shopping-cart");
    repository.write("src/old.js", "export const unused = 1;\n");
    repository.git("add", "-A");
    repository.git("commit", "-qm", "a file nobody needs");
    await script(
      edit("quantity > step.from", PARTLY),
      complete,
      edit(PARTLY, "quantity > 0"),
      complete,
      edit("quantity > step.from", "quantity > step.from + 0"),
      complete,
      edit("assert.equal(cart.total(), 1080)", "assert.equal(cart.total(), 1200)", "test/cart.test.js"),
      edit('"node --test"', '"node --test test/cart.test.js"', "package.json"),
      complete,
      call("write_file", { path: "src/old.js", content: null }),
      edit("quantity > step.from", "quantity >= step.from"),
      complete,
    );
    const { json } = await repair("--brain", "llm");
    expect(json.status).toBe("waiting_for_review");
    const { change, evidence } = json.review;
    expect(
      change.files.map((file: { path: string; after: unknown }) => [file.path, file.after === null]),
    ).toEqual([
      ["src/discount.js", false],
      ["src/old.js", true],
    ]);
    expect(change.diff).toContain("deleted file mode 100644");
    expect(evidence).toMatchObject({ still_failing: [] });
    const told = server.requests.map(({ transcript }) => transcript);
    expect(told.some((text) => text.includes("That change fixed") && text.includes("Still failing"))).toBe(
      true,
    );
    const last = told.at(-1) ?? "";
    expect(last).toContain("Attempt 2");
    expect(last).toMatch(/Reasons: broke .*a few items cost the full price/);
    expect(last).toContain("Attempt 3");
    expect(last).toContain("the failing tests still fail");
    expect(last).toContain("package.json changes its test scripts");
    expect(told.some((text) => text.includes("test/cart.test.js judges this change"))).toBe(true);
    const approved = await agentforge(repository.path, [
      "review",
      "approve",
      json.review.review_id,
      "--json",
    ]);
    expect(approved.exitCode).toBe(0);
    expect(repository.git("status", "--porcelain")).toBe("");
    expect(repository.git("ls-files", "src")).toBe("src/cart.js\nsrc/discount.js\nsrc/pricing.js\n");
  });

  it("are not used up by one that escalates, and a partial fix alone does not count", async () => {
    repository = exampleRepository("shopping-cart");
    const before = repository.fingerprint();
    await script(
      edit("quantity > step.from", PARTLY),
      complete,
      call("escalate", { reason: "is the tenth piece meant?" }),
    );
    const { json } = await repair("--brain", "llm");
    expect(json.status).toBe("not_repaired");
    expect(json.why).toMatch(/1 change fixed some of the tests, but 1 test still fails/);
    expect(repository.fingerprint()).toBe(before);
    const status = await agentforge(repository.path, ["status", "--json"]);
    expect(status.json.escalations).toMatchObject([{ reason: "is the tenth piece meant?" }]);
  });
});

it("a correct change after two rejected ones is asked about, even with --auto", async () => {
  repository = exampleRepository("shopping-cart");
  const before = repository.fingerprint();
  const wrong = (replace: string) => [edit("quantity > step.from", replace), complete];
  await script(
    ...wrong("quantity > step.from + 0"),
    ...wrong("quantity > step.from + 1"),
    edit("quantity > step.from", "quantity >= step.from"),
    complete,
  );
  const { json } = await repair("--brain", "llm", "--auto");
  expect(json.status).toBe("waiting_for_review");
  expect(json.review.asked_because).toContain("2 iterations failed before this one");
  expect(repository.fingerprint()).toBe(before);
});

it("a command that runs forever ends with the budget, including its children", async () => {
  repository = exampleRepository("shopping-cart");
  const configuration = join(repository.path, ".git", "configuration");
  mkdirSync(join(configuration, "agentforge"), { recursive: true });
  const marked = "import time; time.sleep(600) # runaway";
  writeFileSync(
    join(configuration, "agentforge", "commands.yaml"),
    `wait: { argv: ["python3", "-c", "${marked} ${repository.path}"] }\n`,
  );
  await script(call("run_command", { name: "wait" }));
  const { json } = await agentforge(
    repository.path,
    ["repair", "--json", "--brain", "llm", "--budget", "10"],
    { ...model(), AGENTFORGE_BRAIN: "anthropic:scripted", XDG_CONFIG_HOME: configuration },
  );
  expect(json.status).toBe("not_repaired");
  expect(json.search.notes.join("\n")).toMatch(/budget of 10 s \(--budget\) is spent/);
  expect(execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })).not.toContain(
    `# runaway ${repository.path}`,
  );
});

describe("a hostile repository", () => {
  it("cannot call a model, raise a limit or loosen a guard, unless the user trusts it", async () => {
    repository = exampleRepository("calculator-js");
    repository.write(
      ".agentforge/config.yaml",
      "brain: anthropic:dear\nmodel: { max_tokens: 999999999 }\ngate: { mode: autonomous, ask_below_confidence: 0 }\n",
    );
    const budget = { max_tokens: 450 };
    const harness = {
      middleware: { budget, file_protection: { enabled: false }, path_sandbox: { enabled: false } },
    };
    repository.write(".agentforge/harness.json", JSON.stringify(harness));
    await script(
      call("write_file", { path: ".env", content: "KEY=1" }),
      call("write_file", { path: "../outside.js", content: "" }),
      call("read_file", { path: "calculator.js" }),
      call("read_file", { path: "calculator.test.js" }),
      call("cannot_fix", { reason: "no more" }),
    );
    const status = await agentforge(repository.path, ["status"], model());
    for (const wish of ["brain: anthropic:dear", "model.max_tokens: 999999999", "gate.mode: autonomous"])
      expect(status.stdout).toContain(wish);
    expect((await agentforge(repository.path, ["repair", "--json"], model())).json.status).toBe(
      "waiting_for_review",
    );
    expect(server.requests).toHaveLength(0);

    await repair("--brain", "llm");
    const told = server.requests.at(-1)?.transcript ?? "";
    expect(told).toMatch(/not allowed by AgentForge \(rule \S+ of file_protection/);
    expect(told).toContain("The budget of 450 tokens is spent");
    expect(told).toMatch(/\.\.\/outside\.js[\s\S]{0,400}not allowed by AgentForge \(rule \S+ of (?!budget)/);

    const asked = server.requests.length;
    await agentforge(repository.path, ["repair", "--brain", "llm", "--json"], {
      ...model(),
      AGENTFORGE_TRUST_REPOSITORY: "1",
    });
    expect(server.requests.length).toBeGreaterThan(asked);
  });
});
