import type { IncomingMessage } from "node:http";
import { Refusal } from "./problem.ts";

/** The bytes of a body, up to a limit. The server's `requestTimeout` limits the time. */
export async function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  const tooLarge = new Refusal(413, "too_large", `the body is larger than ${most} bytes`);
  if (Number(request.headers["content-length"] ?? 0) > most) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A JSON body. Cross-site form posts use another content type, so they are rejected here. */
export async function readJson(request: IncomingMessage, most: number): Promise<unknown> {
  const type = (request.headers["content-type"] ?? "").toLowerCase();
  if (!/^application\/json(?: *; *charset=utf-8)?$/.test(type)) {
    throw new Refusal(415, "unsupported", "the body must be application/json");
  }
  const bytes = await readBytes(request, most);
  const bad = (why: string) => new Refusal(400, "bad_input", `the body ${why}`);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw bad("is not UTF-8");
  }
  try {
    return JSON.parse(text, refuseTricks);
  } catch (error) {
    throw error instanceof Refusal ? error : bad("is not JSON");
  }
}

/** Rejects keys with a special meaning in JavaScript, and text that cannot be stored. */
function refuseTricks(name: string, value: unknown): unknown {
  if (name === "__proto__" || name === "constructor" || name === "prototype") {
    throw new Refusal(400, "bad_input", `the body contains a field named ${name}`);
  }
  if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed())) {
    throw new Refusal(400, "bad_input", "the body contains a NUL character or an unpaired surrogate");
  }
  return value;
}
