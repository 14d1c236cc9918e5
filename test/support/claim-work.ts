import { setTimeout } from "node:timers/promises";
import { openQueue } from "../../src/services/queue/index.ts";
import { openState } from "../../src/services/state/index.ts";

/** Run as a separate process: claims as much of the named work as it can, and prints what it claimed. */
const [folder = "", place = "{}", holder = "", leaseMs = "0", ...keys] = process.argv.slice(2);
const { database } = await openState({ folder, now: () => new Date().toISOString(), ...JSON.parse(place) });
const queue = await openQueue({ database, holder, leaseMs: Number(leaseMs) });
await database.run("CREATE TABLE IF NOT EXISTS effects (work_key TEXT, holder TEXT, token INTEGER)");

const got: string[] = [];
for (const key of keys) {
  const claim = await queue.claim(key, { attemptLimit: 3 });
  if (claim === null) continue;
  got.push(key);
  if (holder === "dies") process.kill(process.pid, "SIGKILL");
  await setTimeout(5);
  await database.transaction(async (queries) => {
    await claim.fence(queries);
    await queries.run("INSERT INTO effects VALUES (?, ?, ?)", [key, holder, claim.token]);
  });
}
process.stdout.write(JSON.stringify(got));
await database.close();
