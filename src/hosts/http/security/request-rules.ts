import type { IncomingMessage } from "node:http";
import { Refusal } from "../problem.ts";

export interface SiteRules {
  /** `name:port` in lower case, as in the Host header. Any other name means DNS rebinding. */
  readonly hosts: ReadonlySet<string>;
  /** `http://name:port`, as in the Origin header. */
  readonly origins: ReadonlySet<string>;
}

const METHODS = ["GET", "HEAD", "POST", "PUT"];
const ONCE = [
  ...["host", "origin", "content-type", "content-length", "transfer-encoding", "cookie"],
  ...["sec-fetch-site", "x-agentforge-token", "authorization"],
];
const LONGEST_URL = 8_192;

/** Every check that does not depend on who sends the request. Throws a refusal. */
export function checkRequest(request: IncomingMessage, site: SiteRules): void {
  checkUrl(request.url ?? "");
  checkHeaders(request);
  checkHost(request, site);
  if (!METHODS.includes(request.method ?? "")) {
    throw new Refusal(405, "method_not_allowed", `${request.method} is not supported here`);
  }
  checkSite(request, site);
}

export function changesSomething({ method }: IncomingMessage): boolean {
  return method !== "GET" && method !== "HEAD";
}

/** Rejected rather than normalized: no browser and no legitimate client sends such a path. */
function checkUrl(url: string): void {
  const bad = (why: string) => new Refusal(400, "bad_input", `the address of the request ${why}`);
  if (url.length > LONGEST_URL) throw bad("is too long");
  if (!url.startsWith("/") || url.startsWith("//")) throw bad("does not start with one slash");
  const [path = ""] = url.split("?", 1);
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
    decodeURIComponent(url.slice(path.length).replaceAll("+", " "));
  } catch {
    throw bad("is not encoded correctly");
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check looks for control characters
  if (/[\x00-\x1f\x7f\\#]/.test(decoded)) throw bad("contains characters that are not allowed in a path");
  if (decoded.split("/").some((segment) => segment === "." || segment === ".."))
    throw bad("points outside its folder");
  if (/[?&][^=]*%00|%00/i.test(url)) throw bad("contains a NUL byte");
}

function checkHeaders({ rawHeaders, headers }: IncomingMessage): void {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? "").toLowerCase();
    if (ONCE.includes(name) && seen.has(name)) {
      throw new Refusal(400, "bad_input", `the request has two headers named ${name}`);
    }
    seen.add(name);
  }
  const override = ["x-http-method-override", "x-http-method", "x-method-override"];
  if (override.some((name) => headers[name] !== undefined)) {
    throw new Refusal(400, "bad_input", "methods cannot be overridden");
  }
  if (headers["content-encoding"] !== undefined && headers["content-encoding"] !== "identity") {
    throw new Refusal(415, "unsupported", "bodies must not be compressed");
  }
  if (headers.upgrade !== undefined) throw new Refusal(400, "bad_input", "connections cannot be upgraded");
}

function checkHost({ headers }: IncomingMessage, { hosts }: SiteRules): void {
  if (hosts.has((headers.host ?? "").toLowerCase())) return;
  throw new Refusal(421, "wrong_host", "this server does not accept that host name", {
    hint: "Open the link that agentforge serve printed.",
  });
}

/** Rejects cross-site requests, regardless of the cookies that the browser adds. */
function checkSite(request: IncomingMessage, { origins }: SiteRules): void {
  const { headers, url = "" } = request;
  const site = headers["sec-fetch-site"];
  const foreign = new Refusal(403, "foreign_origin", "the request comes from another site");
  if (headers.origin !== undefined && !origins.has(headers.origin.toLowerCase())) throw foreign;
  if (!changesSomething(request)) {
    const isLink = url.startsWith("/api/") === false && headers["sec-fetch-mode"] === "navigate";
    if (site === undefined || site === "same-origin" || site === "none" || isLink) return;
    throw foreign;
  }
  if (site !== undefined && site !== "same-origin") throw foreign;
  if (headers.origin === undefined) {
    throw new Refusal(403, "foreign_origin", "the request does not say where it comes from", {
      hint: "Send an Origin header with the address of this server.",
    });
  }
}
