import { callOf } from "../../propose/method-call.ts";
import { before, type Slip } from "../slip.ts";

const textForBytes: Slip = {
  why: "a text where bytes are needed, or bytes where a text is needed",
  chance: "likely",
  kinds: ["call"],
  examples: {
    python: [
      ["x = hashlib.sha256(s).hexdigest()", "x = hashlib.sha256(s.encode()).hexdigest()"],
      ["x = base64.b64encode(s)", "x = base64.b64encode(s.encode()).decode()"],
      ["x = base64.b64decode(s)", "x = base64.b64decode(s).decode()"],
      ["h.update(s)", "h.update(s.encode())"],
      ["x = hmac.new(k, s, hashlib.sha256)", "x = hmac.new(k.encode(), s, hashlib.sha256)"],
      ["x = hmac.new(k, s, hashlib.sha256)", "x = hmac.new(k.encode(), s.encode(), hashlib.sha256)"],
    ],
  },
  leaves: { python: ["x = hashlib.sha256(s.encode())", "x = base64.b64encode(b'a').decode()"] },
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

export const pythonBytesSlips: readonly Slip[] = [textForBytes];
