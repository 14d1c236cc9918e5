import { callOf } from "../../propose/method-call.ts";
import { descendants, enclosingFunction } from "../../syntax/node.ts";
import { importing } from "../python/imports.ts";
import { at, type Slip } from "../slip.ts";

const python: Slip = {
  why: "a time without its zone, or in the zone of the machine",
  chance: "likely",
  kinds: ["call"],
  examples: {
    python: [
      [
        "from datetime import datetime, timezone\nx = datetime.fromtimestamp(s)\n",
        "from datetime import datetime, timezone\nx = datetime.fromtimestamp(s, tz=timezone.utc)\n",
      ],
      [
        "from datetime import datetime, timezone\nx = datetime.utcnow()\n",
        "from datetime import datetime, timezone\nx = datetime.now(timezone.utc)\n",
      ],
      ["x = at.replace(tzinfo=zone)", "x = at.astimezone(zone)"],
      ["x = at.astimezone(zone)", "x = at.replace(tzinfo=zone)"],
    ],
  },
  leaves: { python: ["x = datetime.now(zone)"] },
  *correct(site, context) {
    const text = context.text(site);
    const call = callOf(site, context);
    const [only, ...more] = call?.given ?? [];
    const object = call === null || call.object === null ? "" : context.text(call.object);
    if (/^(?:datetime\.)?datetime$/.test(object)) {
      const zoned = importing("datetime", "timezone", context);
      const named = call?.name === "utcnow" || call?.name === "now";
      if (named && only === undefined) yield [...zoned, at(site, `${object}.now(timezone.utc)`)];
      if (/fromtimestamp$/.test(call?.name ?? "") && only !== undefined && more.length === 0)
        yield [...zoned, at(site, `${object}.fromtimestamp(${context.text(only)}, tz=timezone.utc)`)];
      return;
    }
    if (object === "" || only === undefined || more.length > 0) return;
    const zone = /\.replace\(tzinfo=([^()]+)\)$/.exec(text)?.[1];
    if (zone !== undefined) yield [at(site, `${object}.astimezone(${zone})`)];
    if (call?.name === "astimezone") yield [at(site, `${object}.replace(tzinfo=${context.text(only)})`)];
  },
};

const GETTER = /^(get|set)(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)$/;

const javascript: Slip = {
  why: "the parts of a date in the time zone of the machine",
  chance: "likely",
  kinds: ["call"],
  examples: {
    javascript: [
      [
        "function f(d) { return d.getFullYear() + d.getMonth(); }",
        "function f(d) { return d.getUTCFullYear() + d.getUTCMonth(); }",
      ],
      [
        "function f(y, m) { return new Date(y, m, 1); }",
        "function f(y, m) { return new Date(Date.UTC(y, m, 1)); }",
      ],
    ],
  },
  leaves: { javascript: ["function f(d) { return d.getUTCHours(); }", "x = new Date(s);"] },
  *correct(site, context) {
    const call = callOf(site, context);
    if (call === null) return;
    if (call.name === "Date" && site.raw === "new_expression" && call.given.length > 1) {
      const given = call.given.map((each) => context.text(each)).join(", ");
      yield [at(site, `new Date(Date.UTC(${given}))`)];
      return;
    }
    const owner = enclosingFunction(site);
    if (owner === null || !GETTER.test(call.name)) return;
    const calls = descendants(owner).flatMap((each) => {
      const other = callOf(each, context);
      return other !== null && GETTER.test(other.name) ? [other.property] : [];
    });
    if (calls[0] === call.property || calls.length > 1)
      yield calls.map((each) => at(each, context.text(each).replace(/^(.et)/, "$1UTC")));
  },
};

export const localTimesSlips: readonly Slip[] = [python, javascript];
