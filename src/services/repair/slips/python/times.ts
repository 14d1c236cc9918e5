import { enclosingFunction, operatorOf } from "../../syntax/node.ts";
import { at, type Slip } from "../slip.ts";

const partOfDuration: Slip = {
  why: "the seconds of a duration without its days",
  chance: "likely",
  kinds: ["attribute"],
  examples: {
    python: [
      ["x = delta.seconds", "x = delta.total_seconds()"],
      ["x = delta.seconds // 60", "x = int(delta.total_seconds()) // 60"],
    ],
  },
  *correct(site, context) {
    const object = /^(.+)\.seconds$/s.exec(context.text(site))?.[1];
    if (object === undefined || site.role === "callee" || site.role === "target") return;
    const isDivided = site.parent?.kind === "binary" && /^(?:\/\/|%)$/.test(operatorOf(site.parent));
    const whole = `${object}.total_seconds()`;
    yield [at(site, isDivided ? `int(${whole})` : whole)];
  },
};

const blockedLoop: Slip = {
  why: "time.sleep stops every task of an event loop",
  chance: "shown",
  kinds: ["call"],
  examples: {
    python: [
      [
        "import asyncio\nasync def f(n):\n    time.sleep(n)\n",
        "import asyncio\nasync def f(n):\n    await asyncio.sleep(n)\n",
      ],
    ],
  },
  leaves: { python: ["import asyncio\ndef f(n):\n    time.sleep(n)\n"] },
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const delay = /^(?:time\.)?sleep\((.*)\)$/s.exec(context.text(site))?.[1];
    if (owner === null || delay === undefined || site.parent?.kind === "await") return;
    if (!context.text(owner).startsWith("async") || !/^import asyncio$/m.test(context.source)) return;
    yield [at(site, `await asyncio.sleep(${delay})`)];
  },
};

export const pythonTimesSlips: readonly Slip[] = [partOfDuration, blockedLoop];
