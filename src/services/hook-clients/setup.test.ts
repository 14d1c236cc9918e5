import { expect, it } from "vitest";
import { CLIENTS } from "./clients.ts";
import { optionsFor } from "./setup.ts";

it.each(CLIENTS.map((client) => [client.id, client] as const))(
  "%s: only events before a tool call run without the compiler",
  (_, { events }) => {
    const short = Object.keys(events).filter((event) => optionsFor(event).length > 0);
    const before = Object.entries(events).flatMap(([event, kind]) => (kind === "before_tool" ? [event] : []));
    expect(short).toEqual(before);
    expect(before).not.toEqual([]);
  },
);
