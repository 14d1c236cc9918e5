// A plain process without any trace of tests: reads one JSON line (files, functions, packed inputs) and writes a JSON
// line for every answer.
import { createInterface } from "node:readline";
import { find, install, outcome } from "./javascript-calls.mjs";
import { createLoader } from "./javascript-modules.mjs";
import shared from "./shared.json" with { type: "json" };

const MOST_SLOW = shared.limits.MOST_SLOW;

const write = process.stdout.write.bind(process.stdout);
const tell = (answer) => write(`${JSON.stringify(answer)}\n`);
process.stdout.write = () => true;
process.execArgv.length = 0;
for (const name of ["log", "info", "warn", "error", "debug", "table"]) console[name] = () => {};
process.on("uncaughtException", () => {});
process.on("unhandledRejection", () => {});

const input = createInterface({ input: process.stdin });
input.once("line", async (line) => {
  input.close();
  try {
    await serve(JSON.parse(line));
    tell("end");
  } catch (error) {
    tell(String(error?.message ?? error));
  }
  write("", () => process.exit(0));
});

/** The tests' own inputs forward, then backward, then the others: `[index, pass, outcome]` for each. */
async function serve({ root, sources, functions, inputs, own }) {
  install();
  const loader = createLoader(sources, root);
  loader.begin({});
  for (const { path } of sources) await loader.load(path);
  const indices = inputs.map((_, index) => index);
  const passes = [indices.slice(0, own), indices.slice(0, own).reverse(), indices.slice(own)];
  let slow = 0;
  for (const [number, order] of passes.entries()) {
    for (const index of order) {
      const [at, packed] = inputs[index];
      const found = find(...functions[at]);
      if (found === null) continue;
      const answer = await outcome(found, packed);
      if (answer === null) slow += 1;
      if (slow > MOST_SLOW) return;
      if (answer !== null) tell([index, number % 2, answer]);
    }
  }
}
