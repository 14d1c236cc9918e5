import { insertAfter } from "../propose/edits.ts";
import { importOfModule } from "../propose/python-import.ts";
import { ancestors, child, isStatement } from "../syntax/node.ts";
import { block } from "./python-block.ts";
import { at, type Slip } from "./slip.ts";

const missingDay: Slip = {
  language: "python",
  why: "a day, such as the 31st, that another month does not have",
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      "import calendar\nx = date(year, month, day.day)\n",
      "import calendar\nx = date(year, month, min(day.day, calendar.monthrange(year, month)[1]))\n",
    ],
    [
      "import calendar\nx = at.replace(year=y, month=m)\n",
      "import calendar\nx = at.replace(year=y, month=m, day=min(at.day, calendar.monthrange(y, m)[1]))\n",
    ],
  ],
  leaves: ["import calendar\nx = date(year, month, 1)\n", "x = at.replace(hour=h)"],
  *correct(site, context) {
    const text = context.text(site);
    const made = /^((?:datetime\.)?(?:date|datetime)\()([\w.]+), ([\w.]+), ([\w.]+\.day)\b/.exec(text);
    const moved = /^([\w.]+)\.replace\((?:year=([\w.]+), )?month=([\w.]+)\)$/.exec(text);
    const last = (year = "", month = "", day = "") =>
      `min(${day}, calendar.monthrange(${year}, ${month})[1])`;
    const imports = importOfModule("calendar", context);
    if (made !== null) {
      const [whole, head, year, month, day] = made;
      const place = { start: site.start, end: site.start + whole.length };
      yield [...imports, at(place, `${head}${year}, ${month}, ${last(year, month, day)}`)];
    } else if (moved !== null) {
      const [, date, year = `${date}.year`, month] = moved;
      const place = { start: site.end - 1, end: site.end };
      yield [...imports, at(place, `, day=${last(year, month, `${date}.day`)})`)];
    }
  },
};

const endOfStream: Slip = {
  language: "python",
  why: "at its end a stream returns nothing again and again, so the loop that waits for more never stops",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: [
    [
      "while b'x' not in got:\n    data = sock.recv(9)\n    got += data\n",
      "while b'x' not in got:\n    data = sock.recv(9)\n    if not data:\n        break\n    got += data\n",
    ],
    [
      "while len(got) < n:\n    data = self.sock.recv(9)\n    got += data\n",
      'while len(got) < n:\n    data = self.sock.recv(9)\n    if not data:\n        raise ConnectionError("connection closed")\n    got += data\n',
    ],
  ],
  leaves: [
    "while True:\n    data = sock.recv(9)\n    if not data:\n        break\n    got += data\n",
    "data = sock.recv(9)\n",
  ],
  *correct(site, context) {
    const read = /^(\w+) = [\w.]+\.(?:recv|read1?|readline)\([^()]*\)$/.exec(context.text(site));
    const loop = [...ancestors(site)].find(({ kind }) => kind === "while");
    const body = loop === undefined ? null : child(loop, "body");
    if (read === null || body === null || !isStatement(site)) return;
    const name = read[1] ?? "";
    if (new RegExp(`\\b(?:if|while) (?:not )?${name}\\b|\\blen\\(${name}\\)`).test(context.text(body)))
      return;
    for (const exit of ["break", 'raise ConnectionError("connection closed")'])
      yield insertAfter(context, site, block(site, `if not ${name}:`, exit, context)).edits;
  },
};

export const pythonLimitSlips: readonly Slip[] = [missingDay, endOfStream];
