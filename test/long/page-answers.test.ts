import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "../support/axe.ts";
import {
  launchBrowser,
  noBrowser,
  type OpenedPage,
  openPage,
  type ServedPage,
  servePage,
} from "../support/browser.ts";
import { agentforge } from "../support/cli.ts";
import { planText } from "../support/plans.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

const NAME = 'src/<b>quo"te\n\u202e.js';

/** One example that many functions satisfy; three violated rules, one of them in a file with a hostile name. */
const FILES: Readonly<Record<string, string>> = {
  "package.json": '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  "src/double.js": "export function double(n) {\n  return n + 3;\n}\n",
  [NAME]: "export function one() {\n  var one = 1;\n  return one;\n}\n",
  "src/two.js": "export function two() {\n  var two = 2;\n  return two;\n}\nexport const rate = 0.07;\n",
  "test/double.test.js": testOf("double", "double.js", "double(2)", 4),
  "test/one.test.js": testOf("one", encodeURIComponent(NAME.slice("src/".length)), "one()", 1),
  "test/two.test.js": testOf("two", "two.js", "two()", 2),
  ".agentforge/contracts/style.yaml": `id: style
description: Style
applies_to: ["src/**/*.js"]
checks:
  - id: no-rate
    severity: minor
    message: Rates are settings.
    pattern: { regex: "rate =" }
  - id: no-var
    severity: major
    message: No var.
    ast: { language: javascript, pattern: "var $NAME = $VALUE;", rewrite: "let $NAME = $VALUE;" }
`,
};

const PLAN = planText({
  title: "Add a power function",
  files: { "src/power.js": "export const power = (a, b) => a ** b;\n" },
});

describe.skipIf(noBrowser)("answers on the review page", () => {
  let browser: Browser;
  let repository: Repository;
  let server: ServedPage;
  let review = "";
  let escalation = "";
  let request = "";

  beforeAll(async () => {
    browser = await launchBrowser();
    repository = makeRepository((folder) => {
      for (const [path, text] of Object.entries(FILES)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    });
    const run = (...args: string[]) => agentforge(repository.path, [...args, "--json"]);
    review = (await run("repair")).json.review.review_id;
    for (const { violation_id } of (await run("conformance", "check")).json.violations) {
      const { json } = await run("agent", "fix-violation", violation_id);
      if (json.escalation) escalation = json.escalation.escalation_id;
    }
    request = (await run("request", "Add a power function")).json.request_id;
    server = await servePage(repository.path, { env: { AGENTFORGE_USER: "ada" } });
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    repository?.remove();
  });

  const visit = async (path: string, options = {}): Promise<OpenedPage> => {
    const opened = await openPage(browser, server.link, options);
    await opened.page.goto(new URL(path, server.link).href);
    return opened;
  };

  it("shows side by side which tests run a changed line, by keyboard", async () => {
    const { page, complaints } = await visit(`/reviews/${review}`);
    await page.locator(".unified td.code.added").waitFor();
    await page.keyboard.press("s");
    const row = page.locator(".split tr.line", { has: page.locator("td.added") });
    await row.locator("td.removed", { hasText: "return n + 3;" }).waitFor();
    await page.keyboard.press("n");
    await page.keyboard.press("w");
    await page
      .locator(".note", { hasText: "Run by 1 test" })
      .getByText("test/double.test.js > double")
      .waitFor();
    await page.keyboard.press("w");
    await page.locator(".note").waitFor({ state: "detached" });
    await page.keyboard.press("u");
    await page.locator(".unified").waitFor();
    const { stdout } = await agentforge(repository.path, ["review", "show", review]);
    expect(stdout).toContain("src/double.js:2 is run by 1 test: test/double.test.js > double");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("reads, edits and answers a plan by keyboard, and executes it", async () => {
    const { page, complaints } = await visit(`/plans/${request}`);
    await page.getByText("It has not been written yet.").waitFor();
    await page.keyboard.press("e");
    await page.locator("textarea.editor").waitFor();
    await page.keyboard.insertText(PLAN);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "The plan, revision 1" }).waitFor({ timeout: 30_000 });
    await page.keyboard.press("a");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /^Ended: / }).waitFor({ timeout: 60_000 });
    const approvals = await page.evaluate(
      "fetch('/api/journal?kind=plan.approved').then((answer) => answer.text())",
    );
    expect(approvals).toContain('"ada"');
    expect(complaints).toEqual([]);
    await page.context().close();
  }, 120_000);

  it("answers an escalation by keyboard", async () => {
    const { page, complaints } = await visit(`/escalations/${escalation}`);
    await page.getByRole("button", { name: /^Answer/ }).waitFor();
    await page.keyboard.press("a");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("Read it from the settings.");
    await page.keyboard.press("Control+Enter");
    await page.locator(".toast", { hasText: "will be retried" }).waitFor();
    const { json } = await agentforge(repository.path, ["escalation", "show", escalation, "--json"]);
    expect(json).toMatchObject({
      escalation: { resolution: { by: "ada", guidance: "Read it from the settings." } },
    });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("approves the fixes for one rule in one request, and shows a hostile file name as text", async () => {
    const { page, complaints } = await visit("/", { width: 900 });
    await page.locator(".item").first().waitFor();
    await page.keyboard.press("A");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Kind").selectOption({ label: "fixes of style/no-var" });
    await dialog.getByLabel("Up to").selectOption("high");
    await dialog.getByRole("button", { name: "Approve 2" }).waitFor();
    const shown = dialog.locator("summary", { hasText: "<b>quo" });
    expect(await shown.locator(".hidden-character").allInnerTexts()).toEqual(["␊", "<U+202E>"]);
    expect(await faultsOf(page)).toEqual([]);
    await shown.click();
    await dialog.locator(".added", { hasText: "let one = 1;" }).waitFor();
    expect(await page.locator("main b, dialog b").count()).toBe(0);
    const sent: string[] = [];
    page.on("request", (asked) => asked.method() === "POST" && sent.push(new URL(asked.url()).pathname));
    await dialog.getByRole("button", { name: "Approve 2" }).press("Enter");
    await page.getByRole("dialog", { name: "Results" }).waitFor({ timeout: 60_000 });
    expect(await page.locator(".results .badge").allInnerTexts()).toEqual(["landed", "landed"]);
    expect(sent).toEqual(["/api/reviews/approve-many"]);
    expect(repository.read(NAME)).toContain("let one = 1;");
    expect(repository.read("src/two.js")).toContain("let two = 2;");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("decides between two changes with a test by keyboard, and leads to the change that passes it", async () => {
    const { page, complaints } = await visit(`/reviews/${review}`);
    await page.getByRole("button", { name: /^Decide with a test/ }).waitFor();
    await page.keyboard.press("d");
    const answers = page.locator("fieldset", { hasText: "double(3)" }).locator("label", { hasText: /^6\b/ });
    expect(await faultsOf(page)).toEqual([]);
    await answers.first().locator("input").press("Space");
    await page.getByRole("button", { name: "Write the test and repair again" }).press("Enter");
    await page.getByRole("link", { name: /^The change RV-/ }).click({ timeout: 60_000 });
    await page.locator(".file .added", { hasText: /return (?:n \* 2|n \+ n|2 \* n);/ }).waitFor();
    expect(repository.read("test/double-decided.test.js")).toContain("assert.deepStrictEqual(double(3), 6)");
    const { json } = await agentforge(repository.path, ["review", "show", review, "--json"]);
    expect(json).toMatchObject({ status: "rejected", decision: { by: "ada" } });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("stops a run", async () => {
    repository.write(
      "test/slow.test.js",
      'import { test } from "node:test";\nimport { setTimeout } from "node:timers/promises";\ntest("slow", () => setTimeout(60_000));\n',
    );
    const { page, complaints } = await visit("/runs");
    await page
      .getByRole("button", { name: /^Start/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Start" }).click();
    await page.getByRole("button", { name: "Stop" }).first().press("Enter");
    await page.locator(".badge", { hasText: "stopped" }).first().waitFor({ timeout: 30_000 });
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

function testOf(name: string, file: string, call: string, value: number): string {
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { ${name} } from "../src/${file}";

test("${name}", () => {
  assert.equal(${call}, ${value});
});
`;
}
