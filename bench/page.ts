import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, noBrowser, openPage } from "../test/support/browser.ts";
import { agentforge } from "../test/support/cli.ts";
import { fillState, LARGE_REVIEW } from "../test/support/many-reviews.ts";
import { exampleRepository } from "../test/support/repository.ts";
import { type Served, startServe } from "../test/support/serve.ts";
import { median } from "./median.ts";

/**
 * Measures how long each view of the page takes to show its data, with 10,000 reviews and 100,000 journal rows,
 * compared with the same view of a project with one review. Prints the median of the rounds; fails if a view
 * takes more than a second.
 */
const { values } = parseArgs({
  options: {
    reviews: { type: "string", default: "10000" },
    rows: { type: "string", default: "100000" },
    rounds: { type: "string", default: "5" },
  },
});
const [reviews, rows, rounds] = [Number(values.reviews), Number(values.rows), Number(values.rounds)];
const MOST_MS = 1_000;
const MOST_BYTES = 250_000;

/** The address, and the element that exists once the view has its data. */
const VIEWS: readonly { readonly name: string; readonly path: string; readonly shown: string }[] = [
  { name: "inbox", path: "/", shown: ".item" },
  { name: "diff of 10,000 lines", path: `/reviews/${LARGE_REVIEW}`, shown: ".folded" },
  { name: "overview", path: "/overview", shown: ".charts" },
  { name: "runs", path: "/runs", shown: "tbody tr" },
  { name: "journal", path: "/journal", shown: ".journal li" },
];

if (noBrowser) {
  console.error("This benchmark needs Chromium on the PATH.");
  process.exit(3);
}
const browser = await launchBrowser();
try {
  const small = await measure(browser, 1, 0);
  const large = await measure(browser, reviews, rows);
  const script = gzipSync(readFileSync(new URL("../dist/web/page.js", import.meta.url))).length;
  console.log(`milliseconds until a view is shown, median of ${rounds} (at most ${MOST_MS})`);
  console.log(`${"".padEnd(32)}${"1 review".padStart(12)}${`${reviews} reviews`.padStart(18)}`);
  for (const [name, times] of large) {
    const beside = small.get(name);
    console.log(`  ${name.padEnd(30)}${show(beside).padStart(12)}${show(times).padStart(18)}`);
    if (median(times) > MOST_MS) process.exitCode = 1;
  }
  console.log(`JavaScript: ${Math.round(script / 1000)} kB gzip (at most ${MOST_BYTES / 1000})`);
  if (script > MOST_BYTES) process.exitCode = 1;
} finally {
  await browser.close();
}

async function measure(browser: Browser, reviews: number, rows: number): Promise<Map<string, number[]>> {
  const repository = exampleRepository("calculator-js");
  let server: Served | null = null;
  try {
    await agentforge(repository.path, ["repair", "--json"]);
    await fillState(repository.path, { reviews: reviews - 1, rows });
    server = await startServe(repository.path);
    const { page } = await openPage(browser, server.link, { width: 900 });
    const times = new Map<string, number[]>();
    for (let round = 0; round < rounds; round += 1)
      for (const { name, path, shown } of VIEWS) {
        const taken = await timeUntilShown(page, new URL(path, server.link).href, shown);
        times.set(name, [...(times.get(name) ?? []), taken.shown]);
        times.set(`${name}: first paint`, [...(times.get(`${name}: first paint`) ?? []), taken.painted]);
      }
    times.set("opening that diff", await timeOpening(page, server.link));
    await page.context().close();
    return times;
  } finally {
    await server?.stop();
    repository.remove();
  }
}

/** From the start of the navigation. */
async function timeUntilShown(page: Page, address: string, selector: string) {
  await page.goto(address, { waitUntil: "commit" });
  return (await page.evaluate(`new Promise((resolve) => {
    const look = () => document.querySelector(${JSON.stringify(selector)})
      ? resolve({ shown: performance.now(), painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0 })
      : requestAnimationFrame(look);
    look();
  })`)) as { readonly shown: number; readonly painted: number };
}

async function timeOpening(page: Page, link: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await timeUntilShown(page, new URL(`/reviews/${LARGE_REVIEW}`, link).href, ".folded");
    times.push(
      (await page.evaluate(`new Promise((resolve) => {
        const start = performance.now();
        document.querySelector(".file-head button").click();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
      })`)) as number,
    );
  }
  return times;
}

function show(times: readonly number[] | undefined): string {
  return times === undefined ? "–" : `${Math.round(median(times))} ms`;
}
