/** Creates the screenshots of the review page in docs/pictures from real runs on a small example. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser, openPage, type PageOptions, servePage } from "../test/support/browser.ts";
import { agentforge } from "../test/support/cli.ts";

const pictures = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780 };

const FILES: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "bookshop", "type": "module", "scripts": { "test": "node --test" } }\n',
  "src/cart.js": `/** Sum of the prices of all lines, in cents. */
export function total(lines) {
  let sum = 0;
  for (const line of lines) {
    sum += line.price + line.count;
  }
  return sum;
}
`,
  "src/stock.js": `// A book can be sold when enough copies are left.
export function canSell(stock, wanted) {
  return stock < wanted;
}
`,
  "src/shipping.js": `export function shipping(cents) {
  return cents > 5000 ? 0 : 490;
}
`,
  "src/tax.js": `var RATE = 0.07;
var ROUNDING = 100;

export function withTax(price) {
  console.log("tax", price);
  return Math.round(price * (1 + RATE) * ROUNDING) / ROUNDING;
}
`,
  "test/cart.test.js": testOf(
    "total",
    "cart",
    "total([{ price: 1200, count: 3 }, { price: 500, count: 1 }])",
    "4100",
  ),
  "test/stock.test.js": testOf("canSell", "stock", "canSell(3, 1)", "true"),
  "test/shipping.test.js": testOf("shipping", "shipping", "shipping(5000)", "0"),
  "test/tax.test.js": testOf("withTax", "tax", "withTax(10)", "10.7"),
  ".agentforge/contracts/style.yaml": `id: style
description: What every file of the shop keeps to.
applies_to: ["src/**/*.js"]
checks:
  - id: no-var
    severity: major
    message: var is visible outside its block.
    ast: { language: javascript, pattern: "var $NAME = $VALUE;", rewrite: "const $NAME = $VALUE;" }
  - id: no-console
    severity: minor
    message: Library code does not print.
    pattern: { regex: 'console\\.log' }
`,
};

const home = mkdtempSync(join(tmpdir(), "agentforge-pictures-"));
try {
  const folder = join(home, "bookshop");
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const person = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const git = (...args: string[]) => execFileSync("git", [...person, ...args], { cwd: folder });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "A bookshop");
  const review = await prepare(folder);
  await takePictures(folder, review, git("rev-parse", "HEAD").toString().trim());
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Several runs, one of them landed; returns a waiting review. */
async function prepare(path: string): Promise<string> {
  const env = { AGENTFORGE_USER: "ada" };
  const repair = async (name: string) => {
    const { json } = await agentforge(path, ["repair", "--test", `test/${name}.test.js`, "--json"], env);
    return json.review.review_id as string;
  };
  await agentforge(path, ["review", "approve", await repair("stock")], env);
  await agentforge(path, ["conformance", "check"], env);
  const violations = (await agentforge(path, ["conformance", "violations", "list", "--json"], env)).json;
  const [{ violation_id: violation }] = violations.violations ?? violations;
  await agentforge(path, ["agent", "fix-violation", violation], env);
  await agentforge(path, ["request", "Offer free shipping to members"], env);
  await repair("shipping");
  return repair("cart");
}

/** Each view in light, in dark and on a phone. */
async function takePictures(path: string, review: string, commit: string): Promise<void> {
  const server = await servePage(path, { env: { AGENTFORGE_USER: "ada" } });
  const browser = await launchBrowser();
  try {
    const shoot = async (name: string, address: string, options: PageOptions) => {
      const { page } = await openPage(browser, server.link, options);
      await page.goto(new URL(address, server.link).href);
      await page.locator("h1:visible").first().waitFor();
      await page.locator(".loading").first().waitFor({ state: "detached" });
      await page.getByText("checking integrity…").waitFor({ state: "detached" });
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(pictures, `page-${name}.png`) });
      await page.context().close();
    };
    mkdirSync(pictures, { recursive: true });
    const places = {
      inbox: `/reviews/${review}`,
      runs: "/runs",
      violations: "/violations",
      plans: "/plans",
      journal: "/journal",
      certificate: `/certificates/${commit}`,
      overview: "/overview",
    };
    for (const [name, address] of Object.entries(places)) {
      await shoot(name, address, WIDE);
      await shoot(`${name}-dark`, address, { ...WIDE, dark: true });
      await shoot(`${name}-phone`, address, PHONE);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

function testOf(name: string, file: string, call: string, value: string): string {
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { ${name} } from "../src/${file}.js";

test("${name}", () => {
  assert.equal(${call}, ${value});
});
`;
}
