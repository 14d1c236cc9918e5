import { readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { removeTrees, writeTree } from "../../../test/support/written-trees.ts";
import { createSearch, httpEmbeddings, type Search, type SearchSettings } from "./index.ts";

const opened: Search[] = [];
const servers: Server[] = [];

afterEach(() => {
  for (const search of opened.splice(0)) search.close();
  for (const server of servers.splice(0)) server.close();
  removeTrees();
});

function open(root: string, settings: Partial<SearchSettings> = {}): Search {
  const search = createSearch({
    root,
    indexFolder: join(root, ".agentforge/index"),
    ripgrep: null,
    ...settings,
  });
  opened.push(search);
  return search;
}

const SHOP = {
  "shop/cart.py": `class Cart:
    def add_item(self, item, quantity):
        self.lines.append((item, quantity))

    def calculate_total(self):
        return sum(item.price * quantity for item, quantity in self.lines)
`,
  "shop/mail.ts":
    "/** Tells the customer that the parcel left. */\nexport function notifyShipment(order: Order) { send(order.email); }\n",
  "shop/files.go": "package shop\n\nfunc removeTempDir(path string) error { return os.RemoveAll(path) }\n",
};

describe("meaning", () => {
  it("finds a function in a project of three, even with unknown words in the query", async () => {
    const root = writeTree({
      "calculator.js":
        "export function add(a, b) {}\nexport function divide(a, b) {}\nexport function multiply(a, b) {}\n",
    });
    const [best] = await open(root).meaning("add two numbers");
    expect(best?.name).toBe("add");
  });

  it.each([
    ["compute the total price of the cart", "calculate_total"],
    ["inform customers about a shipped parcel", "notifyShipment"],
    ["delete a temporary directory", "removeTempDir"],
    ["add_item", "add_item"],
    ["notifyShipment", "notifyShipment"],
  ])("for %j, finds %s first", async (query, name) => {
    const [best] = await open(writeTree(SHOP)).meaning(query);
    expect(best?.name).toBe(name);
  });

  it("returns the place, the kind and the signature", async () => {
    const [best] = await open(writeTree(SHOP)).meaning("calculate total", {
      globs: ["*.py"],
      kinds: ["method"],
    });
    expect(best).toMatchObject({
      path: "shop/cart.py",
      line: 5,
      endLine: 6,
      container: "Cart",
      kind: "method",
      signature: "def calculate_total(self)",
      snippet: expect.stringContaining("return sum("),
    });
  });

  it.each(["", "  ", "the of", '"quoted" OR (', "日本語"])("answers %j without complaint", async (query) => {
    expect(Array.isArray(await open(writeTree(SHOP)).meaning(query))).toBe(true);
  });
});

describe("refresh", () => {
  it("parses only changed files, and drops deleted ones", async () => {
    const root = writeTree(SHOP);
    const search = open(root);
    expect(await search.refresh()).toMatchObject({ files: 3, symbols: 5, indexed: 3, removed: 0 });
    expect(await search.refresh()).toMatchObject({ indexed: 0 });
    writeFileSync(join(root, "shop/cart.py"), "def refund_customer(order): pass\n");
    expect(await search.refresh()).toMatchObject({ files: 3, symbols: 3, indexed: 1 });
    expect((await search.meaning("refund")).map((hit) => hit.name)).toEqual(["refund_customer"]);
    expect(await search.meaning("quantity")).toEqual([]);
    rmSync(join(root, "shop/cart.py"));
    expect(await search.refresh()).toMatchObject({ files: 2, removed: 1 });
    expect(await search.meaning("refund")).toEqual([]);
  });

  it("notices a change of equal size within the same time stamp", async () => {
    const root = writeTree({ "a.py": "def aaa(): pass\n" });
    const time = new Date();
    utimesSync(join(root, "a.py"), time, time);
    const search = open(root);
    await search.refresh();
    writeFileSync(join(root, "a.py"), "def bbb(): pass\n");
    utimesSync(join(root, "a.py"), time, time);
    expect((await search.meaning("bbb")).map((hit) => hit.name)).toEqual(["bbb"]);
  });

  it("does not reparse a file that was only touched", async () => {
    const root = writeTree({ "a.py": "def aaa(): pass\n" });
    const search = open(root);
    await search.refresh();
    utimesSync(join(root, "a.py"), 1000, 1000);
    expect(await search.refresh()).toMatchObject({ indexed: 0, files: 1 });
  });

  it("can be refreshed by several processes at once", async () => {
    const files = Array.from({ length: 250 }, (_, index) => [`f${index}.py`, `def name_${index}(): pass\n`]);
    const root = writeTree(Object.fromEntries(files));
    const several = [open(root), open(root), open(root)];
    await Promise.all(several.map((search) => search.refresh()));
    expect(await several[0]?.refresh()).toMatchObject({ files: 250, symbols: 250 });
    expect((await several[1]?.meaning("name_77"))?.[0]?.name).toBe("name_77");
  });

  it("survives between processes, and a damaged index is rebuilt", async () => {
    const root = writeTree(SHOP);
    open(root).close();
    await open(root).refresh();
    opened.pop()?.close();
    expect(await open(root).refresh()).toMatchObject({ indexed: 0, files: 3 });
    opened.pop()?.close();
    writeFileSync(
      join(root, ".agentforge/index/code.db"),
      "not a database, and long enough to be noticed".repeat(99),
    );
    for (const suffix of ["-wal", "-shm"])
      rmSync(join(root, `.agentforge/index/code.db${suffix}`), { force: true });
    expect(await open(root).refresh()).toMatchObject({ indexed: 3, files: 3 });
  });
});

describe("embeddings", () => {
  /** Texts about parcels point one way, all others another. */
  async function startService(
    answer?: (texts: string[]) => unknown,
  ): Promise<{ url: string; requests: string[][] }> {
    const requests: string[][] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
      requests.push(input);
      const data = input.map((text, index) => ({
        index,
        embedding: /parcel|gift/.test(text) ? [3, 0] : [0, 2],
      }));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer?.(input) ?? { data: data.reverse() }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
  }

  it("find a function that shares no word with the query, and embed each symbol once", async () => {
    const { url, requests } = await startService();
    const search = open(writeTree(SHOP), { embeddings: httpEmbeddings({ baseUrl: url, model: "m" }) });
    expect((await search.meaning("gift"))[0]?.name).toBe("notifyShipment");
    expect(requests.map((texts) => texts.length)).toEqual([5, 1]);
    await search.meaning("gift");
    expect(requests.length).toBe(3);
  });

  it.each<[why: string, answer: unknown]>([
    ["too few vectors", { data: [] }],
    ["no numbers", { data: [{ embedding: ["x"] }] }],
    ["nonsense", "hello"],
  ])("say what to do when the service answers with %s", async (_, answer) => {
    const { url } = await startService(() => answer);
    const search = open(writeTree({ "a.py": "def f(): pass\n" }), {
      embeddings: httpEmbeddings({ baseUrl: url, model: "m" }),
    });
    await expect(search.meaning("x")).rejects.toMatchObject({
      code: "unsupported",
      hint: expect.any(String),
    });
  });

  it("report an unreachable service", async () => {
    const provider = httpEmbeddings({ baseUrl: "http://127.0.0.1:1/v1", model: "m" });
    await expect(provider.embed(["x"])).rejects.toMatchObject({ code: "unsupported" });
  });
});

describe("context", () => {
  it("shows whole files if they fit, else the function around the place, else an outline", () => {
    const root = writeTree(SHOP);
    const search = open(root);
    const whole = search.context([{ path: "shop/cart.py" }]);
    expect(whole.sections[0]).toMatchObject({ lines: { first: 1, last: 6 }, omittedLines: 0 });
    const place = search.context([{ path: "shop/cart.py", line: 6 }], { budget: 150 });
    expect(place.sections[0]).toMatchObject({ lines: { first: 5, last: 6 }, omittedLines: 4 });
    const outline = search.context([{ path: "shop/cart.py" }], { budget: 150 });
    expect(outline.sections[0]).toMatchObject({ lines: null, omittedLines: 6 });
    expect(outline.sections[0]?.text).toContain("def calculate_total(self)");
  });

  it("never exceeds the budget, and names what it omits", () => {
    const root = writeTree({ ...SHOP, "long.txt": "x".repeat(5000), "binary.dat": new Uint8Array([0, 1]) });
    const search = open(root);
    const paths = ["long.txt", "binary.dat", "../outside", "gone", "shop/mail.ts"];
    const { sections, skipped } = search.context(
      paths.map((path) => ({ path })),
      { budget: 600 },
    );
    expect(sections.reduce((sum, section) => sum + section.text.length, 0)).toBeLessThanOrEqual(600);
    expect(skipped.map((each) => each.path)).toEqual(["long.txt", "binary.dat", "../outside", "gone"]);
    expect(sections[0]?.text).toContain(readFileSync(join(root, "shop/mail.ts"), "utf8").split("\n")[1]);
  });
});

it("searches code and files of its root", async () => {
  const search = open(writeTree(SHOP));
  expect(await search.code("def \\w+", { globs: ["*.py"] })).toMatchObject({ total: 2 });
  expect(await search.files("*.go")).toMatchObject({ files: ["shop/files.go"] });
});
