import { z } from "zod";
import { FleetLimits } from "../../domain/entities/fleet.ts";
import type { Queries } from "../../domain/ports/database.ts";
import type { Fleet } from "../../domain/ports/fleet.ts";
import type { FleetOptions } from "./fleet-options.ts";

type LimitMethods = Pick<
  Fleet,
  "limits" | "setLimits" | "takePush" | "reserveMoney" | "recordMoneySpent" | "moneyToday"
>;

/** Milliseconds on the database's clock, because the workers' clocks may differ. */
const CLOCKS = {
  sqlite: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  postgres: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
} as const;
const MINUTE_MS = 60_000;
const NONE: FleetLimits = { pushes: {}, money_per_day: null };
const Times = z.array(z.number());
const Amounts = z.record(z.string(), z.number());

/** Usage of all workers together, counted in the database. */
export function createFleetLimits({ database, journal }: FleetOptions): LimitMethods {
  const clock = async (queries: Queries) =>
    Number((await queries.all(`SELECT ${CLOCKS[database.dialect]} AS now`))[0]?.now);
  const today = async (queries: Queries) =>
    `money ${new Date(await clock(queries)).toISOString().slice(0, 10)}`;
  const limitsIn = (queries: Queries) => read(queries, "limits", FleetLimits, NONE);

  return {
    limits: () => limitsIn(database),

    async setLimits(limits, by) {
      await journal.flush();
      await database.transaction(async (queries) => {
        await write(queries, "limits", FleetLimits.parse(limits));
        const activity = { traceId: null, actor: "human", actionType: "fleet.limited" } as const;
        await journal.commit({ ...activity, metadata: { by, limits: JSON.stringify(limits) } }, queries);
      });
    },

    takePush: (host) =>
      database.transaction(async (queries) => {
        const most = (await limitsIn(queries)).pushes[host];
        return most === undefined ? 0 : takePush(queries, { host, most, now: await clock(queries) });
      }),

    reserveMoney: (taskId, usd) =>
      database.transaction(async (queries) => {
        const { money_per_day } = await limitsIn(queries);
        const day = await today(queries);
        const { [taskId]: _, ...others } = await read(queries, day, Amounts, {});
        if (money_per_day !== null && sumOf(others) + usd > money_per_day) return false;
        await write(queries, day, { ...others, [taskId]: usd });
        return true;
      }),

    recordMoneySpent: (taskId, usd) =>
      database.transaction(async (queries) => {
        const day = await today(queries);
        await write(queries, day, { ...(await read(queries, day, Amounts, {})), [taskId]: usd });
      }),

    moneyToday: async () => sumOf(await read(database, await today(database), Amounts, {})),
  };
}

/** The milliseconds to wait for the next push; 0 if one was taken. */
async function takePush(
  queries: Queries,
  { host, most, now }: { readonly host: string; readonly most: number; readonly now: number },
): Promise<number> {
  const known = await read(queries, `pushes ${host}`, Times, []);
  const recent = known.filter((time) => time > now - MINUTE_MS);
  const freedBy = recent.at(-most);
  if (freedBy !== undefined) return freedBy + MINUTE_MS - now;
  await write(queries, `pushes ${host}`, [...recent, now]);
  return 0;
}

async function read<Data>(
  queries: Queries,
  name: string,
  schema: z.ZodType<Data>,
  otherwise: Data,
): Promise<Data> {
  const [row] = await queries.all("SELECT value FROM fleet_state WHERE name = ?", [name]);
  return row === undefined ? otherwise : schema.parse(JSON.parse(String(row.value)));
}

async function write(queries: Queries, name: string, value: unknown): Promise<void> {
  await queries.run(
    `INSERT INTO fleet_state (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [name, JSON.stringify(value)],
  );
}

function sumOf(amounts: Readonly<Record<string, number>>): number {
  return Object.values(amounts).reduce((sum, amount) => sum + amount, 0);
}
