import { callOf } from "../propose/method-call.ts";
import { enclosingFunction } from "../syntax/node.ts";
import { importing } from "./python-imports.ts";
import { at, before, type Slip } from "./slip.ts";

const textForBytes: Slip = {
  language: "python",
  why: "a text where bytes are needed, or bytes where a text is needed",
  chance: "likely",
  kinds: ["call"],
  examples: [
    ["x = hashlib.sha256(s).hexdigest()", "x = hashlib.sha256(s.encode()).hexdigest()"],
    ["x = base64.b64encode(s)", "x = base64.b64encode(s.encode()).decode()"],
    ["x = base64.b64decode(s)", "x = base64.b64decode(s).decode()"],
    ["h.update(s)", "h.update(s.encode())"],
    ["x = hmac.new(k, s, hashlib.sha256)", "x = hmac.new(k.encode(), s, hashlib.sha256)"],
    ["x = hmac.new(k, s, hashlib.sha256)", "x = hmac.new(k.encode(), s.encode(), hashlib.sha256)"],
  ],
  leaves: ["x = hashlib.sha256(s.encode())", "x = base64.b64encode(b'a').decode()"],
  *correct(site, context) {
    const call = callOf(site, context);
    const [first] = call?.given ?? [];
    const callee = context.text(call?.callee ?? site);
    if (call === null || first === undefined || !/^(?:identifier|attribute|subscript)$/.test(first.kind))
      return;
    const encoded = before(first.end, ".encode()");
    if (
      /^(?:hashlib\.(?:md5|sha\w+|blake2\w)|(?:zlib|binascii)\.crc32|h(?:ash(?:er)?)?\.update)$/.test(callee)
    )
      yield [encoded];
    const second = call.given[1];
    if (callee === "hmac.new" && /^(?:identifier|attribute|subscript)$/.test(second?.kind ?? "")) {
      const both = [encoded, before(second?.end ?? 0, ".encode()")];
      yield* [[encoded], both, both.slice(1)];
    }
    if (!/^base64\.\w+$/.test(callee) || site.role === "object") return;
    const decoded = before(site.end, ".decode()");
    if (call.name.endsWith("encode")) yield [encoded, decoded];
    yield [decoded];
    if (call.name.endsWith("encode")) yield [encoded];
  },
};

const localTime: Slip = {
  language: "python",
  why: "a time without its zone, or in the zone of the machine",
  chance: "likely",
  kinds: ["call"],
  examples: [
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
  leaves: ["x = datetime.now(zone)"],
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

const blockedLoop: Slip = {
  language: "python",
  why: "time.sleep stops every task of an event loop",
  chance: "shown",
  kinds: ["call"],
  examples: [
    [
      "import asyncio\nasync def f(n):\n    time.sleep(n)\n",
      "import asyncio\nasync def f(n):\n    await asyncio.sleep(n)\n",
    ],
  ],
  leaves: ["import asyncio\ndef f(n):\n    time.sleep(n)\n"],
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const delay = /^(?:time\.)?sleep\((.*)\)$/s.exec(context.text(site))?.[1];
    if (owner === null || delay === undefined || site.parent?.kind === "await") return;
    if (!context.text(owner).startsWith("async") || !/^import asyncio$/m.test(context.source)) return;
    yield [at(site, `await asyncio.sleep(${delay})`)];
  },
};

const unhashableKey: Slip = {
  language: "python",
  why: "a list is no key of a dict and no item of a set",
  chance: "ordinary",
  kinds: ["assign", "call"],
  examples: [
    [
      "def f(xs):\n    key = sorted(xs)\n    return cache[key]\n",
      "def f(xs):\n    key = tuple(sorted(xs))\n    return cache[key]\n",
    ],
    ["seen.add([a, b])", "seen.add(tuple([a, b]))"],
  ],
  leaves: ["key = tuple(xs)", "seen.add(f(xs))"],
  *correct(site, context) {
    const text = context.text(site);
    const value = /^\w*key\w* = ((?:sorted|list)\(.+\)|\[.+\])$/s.exec(text)?.[1];
    if (site.kind === "assign" && value !== undefined)
      yield [at({ start: site.end - value.length, end: site.end }, `tuple(${value})`)];
    const call = callOf(site, context);
    const [item] = call?.given ?? [];
    if (call?.name !== "add" || call.object === null || item === undefined) return;
    if (item.kind === "list" || /^(?:sorted|list)\(/.test(context.text(item)))
      yield [at(item, `tuple(${context.text(item)})`)];
  },
};

export const pythonServiceSlips: readonly Slip[] = [textForBytes, localTime, blockedLoop, unhashableKey];
