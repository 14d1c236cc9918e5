import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentforge } from "./support/cli.ts";
import { exampleRepository, type Repository } from "./support/repository.ts";
import {
  exchangeBytes,
  type RawAnswer,
  type RawRequest,
  rawRequest,
  type Served,
  startServe,
} from "./support/serve.ts";

interface Raw extends Partial<RawRequest> {
  /** Sent instead of everything else. */
  readonly bytes?: string;
}

interface Attack extends Raw {
  readonly name: string;
  /** 0: the connection closes without an answer. */
  readonly status: number | readonly number[];
}

let repository: Repository;
let server: Served;
let port: number;
let reviewId: string;
let diffHash: string;
let before: string;

beforeAll(async () => {
  repository = exampleRepository("calculator-js");
  const { json } = await agentforge(repository.path, ["repair", "--json"]);
  reviewId = json.review.review_id;
  diffHash = json.review.change.diff_hash;
  server = await startServe(repository.path);
  port = Number(new URL(server.address).port);
  before = repository.fingerprint();
});

afterAll(async () => {
  await server.stop();
  repository.remove();
});

const EVIL = "http://evil.example";
const approve = () => ({ method: "POST", path: `/api/reviews/${reviewId}/approve`, body: approval() });
const approval = () => JSON.stringify({ diff_hash: diffHash });
const cookieName = () => server.cookie.split("=", 1)[0] ?? "";

/** Each row is one attack. Everything else is what an honest page would send, so that only the trick is wrong. */
const ATTACKS: readonly (() => Attack)[] = [
  // DNS rebinding: the browser believes that the attacker's name is this server.
  () => ({ name: "another host", headers: { host: "evil.example" }, status: 421 }),
  () => ({ name: "another host with our port", headers: { host: `evil.example:${port}` }, status: 421 }),
  () => ({ name: "our host with another port", headers: { host: "127.0.0.1:1" }, status: 421 }),
  () => ({ name: "our host without a port", headers: { host: "127.0.0.1" }, status: 421 }),
  () => ({
    name: "our host as a subdomain",
    headers: { host: `127.0.0.1.evil.example:${port}` },
    status: 421,
  }),
  () => ({
    name: "our host behind a user",
    headers: { host: `127.0.0.1:${port}@evil.example` },
    status: [400, 421],
  }),
  () => ({ name: "0.0.0.0 as host", headers: { host: `0.0.0.0:${port}` }, status: 421 }),
  () => ({ name: "our host with a dot", headers: { host: `localhost.:${port}` }, status: 421 }),
  () => ({ name: "no host", headers: { host: null }, status: 400 }),
  () => ({ name: "an empty host", headers: { host: "" }, status: [400, 421] }),
  () => ({ name: "two hosts", more: ["Host: evil.example"], status: 400 }),
  () => ({
    name: "a forwarded host",
    headers: { host: "evil.example", "x-forwarded-host": `127.0.0.1:${port}` },
    status: 421,
  }),
  () => ({ name: "an absolute address", path: `http://evil.example/api/project`, status: 400 }),
  () => ({ name: "our own absolute address", path: `http://127.0.0.1:${port}/api/project`, status: 400 }),
  () => ({ name: "an address without a scheme", path: "//evil.example/api/project", status: 400 }),
  () => ({ name: "a tunnel", method: "CONNECT", path: `127.0.0.1:${port}`, status: [0, 400, 405] }),
  () => ({ name: "an asterisk", method: "OPTIONS", path: "*", status: [400, 405] }),

  // CSRF: another site's page sends a request, and the browser adds the cookie.
  () => ({ name: "another origin", ...approve(), headers: { origin: EVIL }, status: 403 }),
  () => ({ name: "no origin", ...approve(), headers: { origin: null }, status: 403 }),
  () => ({ name: "an opaque origin", ...approve(), headers: { origin: "null" }, status: 403 }),
  () => ({
    name: "our origin with another port",
    ...approve(),
    headers: { origin: "http://127.0.0.1:1" },
    status: 403,
  }),
  () => ({
    name: "our origin over TLS",
    ...approve(),
    headers: { origin: `https://127.0.0.1:${port}` },
    status: 403,
  }),
  () => ({
    name: "our origin as a prefix",
    ...approve(),
    headers: { origin: `http://127.0.0.1:${port}.evil.example` },
    status: 403,
  }),
  () => ({ name: "two origins", ...approve(), more: [`Origin: ${EVIL}`], status: 400 }),
  () => ({
    name: "a cross-site fetch",
    ...approve(),
    headers: { "sec-fetch-site": "cross-site" },
    status: 403,
  }),
  () => ({
    name: "a same-site fetch",
    ...approve(),
    headers: { "sec-fetch-site": "same-site" },
    status: 403,
  }),
  () => ({
    name: "a cross-site read",
    path: "/api/project",
    headers: { origin: null, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    status: 403,
  }),
  () => ({
    name: "a cross-site link to the API",
    path: "/api/project",
    headers: { origin: null, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    status: 403,
  }),
  () => ({
    name: "a foreign script tag",
    path: "/page.js",
    headers: { origin: null, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    status: 403,
  }),
  () => ({
    name: "a read with another origin",
    path: "/api/project",
    headers: { origin: EVIL },
    status: 403,
  }),
  () => ({
    name: "a preflight",
    method: "OPTIONS",
    path: "/api/runs",
    headers: { origin: EVIL, "access-control-request-method": "POST" },
    status: [403, 405],
  }),
  () => ({
    name: "no page token",
    ...approve(),
    headers: { "x-agentforge-token": null },
    status: 403,
  }),
  () => ({
    name: "a wrong page token",
    ...approve(),
    headers: { "x-agentforge-token": "x".repeat(43) },
    status: 403,
  }),
  () => ({
    name: "an empty page token",
    ...approve(),
    headers: { "x-agentforge-token": "" },
    status: 403,
  }),
  () => ({ name: "two page tokens", ...approve(), more: ["X-AgentForge-Token: x"], status: 400 }),
  () => ({
    name: "a form",
    ...approve(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    status: 415,
  }),
  () => ({ name: "plain text", ...approve(), headers: { "content-type": "text/plain" }, status: 415 }),
  () => ({
    name: "a multipart form",
    ...approve(),
    headers: { "content-type": "multipart/form-data; boundary=x" },
    status: 415,
  }),
  () => ({
    name: "JSON behind a simple type",
    ...approve(),
    headers: { "content-type": "text/plain; application/json" },
    status: 415,
  }),
  () => ({ name: "no type", ...approve(), headers: { "content-type": null }, status: 415 }),
  () => ({
    name: "another character set",
    ...approve(),
    headers: { "content-type": "application/json; charset=utf-7" },
    status: 415,
  }),
  () => ({
    name: "an overridden method",
    path: `/api/reviews/${reviewId}/approve`,
    headers: { "x-http-method-override": "POST" },
    status: 400,
  }),

  // Authentication.
  () => ({ name: "nobody", headers: { cookie: null }, status: 401 }),
  () => ({ name: "a guessed cookie", headers: { cookie: `${cookieName()}=${"A".repeat(32)}` }, status: 401 }),
  () => ({
    name: "a cookie and a second one",
    headers: { cookie: `${cookieName()}=x; ${server.cookie}` },
    status: 401,
  }),
  () => ({ name: "two cookie headers", more: [`Cookie: ${server.cookie}`], status: 400 }),
  () => ({
    name: "a cookie of another port",
    headers: { cookie: server.cookie.replace(/_\d+=/, "_1=") },
    status: 401,
  }),
  () => ({ name: "a cookie with more in it", headers: { cookie: `${server.cookie}%00` }, status: 401 }),
  () => ({
    name: "a very long cookie",
    headers: { cookie: `${cookieName()}=${"A".repeat(12_000)}` },
    status: 401,
  }),
  () => ({
    name: "a wrong token in the link",
    path: `/?token=${"A".repeat(32)}`,
    headers: { cookie: null },
    status: 401,
  }),
  () => ({ name: "an empty token in the link", path: "/?token=", headers: { cookie: null }, status: 401 }),
  () => ({
    name: "the link's token at the API",
    path: `/api/project?token=${tokenOf()}`,
    headers: { cookie: null },
    status: 401,
  }),
  () => ({
    name: "the link's token as a cookie",
    headers: { cookie: `${cookieName()}=${tokenOf()}` },
    status: 401,
  }),
  () => ({
    name: "the link's token as a bearer",
    headers: { cookie: null, authorization: `Bearer ${tokenOf()}` },
    status: 401,
  }),
  () => ({
    name: "the page's token as a cookie",
    headers: { cookie: `${cookieName()}=${server.csrf}` },
    status: 401,
  }),
  () => ({
    name: "a name from a proxy that is not configured",
    headers: { cookie: null, "x-forwarded-user": "ada" },
    status: 401,
  }),
  () => ({ name: "events without a cookie", path: "/api/events", headers: { cookie: null }, status: 401 }),
  () => ({
    name: "the description without a cookie",
    path: "/api/openapi.json",
    headers: { cookie: null },
    status: 401,
  }),
  () => ({
    name: "a sign-in form that does not exist",
    method: "POST",
    path: "/sign-in",
    body: "name=a&password=b",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    status: 405,
  }),

  // Paths.
  () => ({ name: "a path upward", path: "/../../etc/passwd", status: 400 }),
  () => ({ name: "an encoded path upward", path: "/%2e%2e/%2e%2e/etc/passwd", status: 400 }),
  () => ({ name: "an encoded slash upward", path: "/..%2f..%2fetc%2fpasswd", status: 400 }),
  () => ({ name: "a path upward with backslashes", path: "/..\\..\\etc\\passwd", status: 400 }),
  () => ({ name: "encoded backslashes", path: "/%2e%2e%5c%2e%2e%5cetc", status: 400 }),
  () => ({ name: "a path encoded twice", path: "/%252e%252e/etc/passwd", status: 404 }),
  () => ({ name: "an overlong encoding", path: "/%c0%ae%c0%ae/etc/passwd", status: 400 }),
  () => ({ name: "a NUL byte in a path", path: "/page.js%00.html", status: 400 }),
  () => ({ name: "a NUL byte in a query", path: "/api/journal?trace=%00", status: 400 }),
  () => ({ name: "a line break in a path", path: "/api/project%0d%0aX-Evil:%20yes", status: 400 }),
  () => ({ name: "half an encoding", path: "/api/%", status: 400 }),
  () => ({ name: "a path upward in the API", path: "/api/reviews/../project", status: 400 }),
  () => ({ name: "a path upward as an id", path: "/api/reviews/..%2f..%2fconfig", status: 400 }),
  () => ({ name: "a file of the state folder", path: "/.agentforge/journal.db", status: 404 }),
  () => ({ name: "a file next to the page", path: "/../cli.js", status: 400 }),
  () => ({ name: "a file of the program", path: "/cli.js", status: 404 }),
  () => ({ name: "a built-in property as a path", path: "/__proto__", status: 404 }),
  () => ({ name: "HTML as an id", path: "/api/reviews/%3Cscript%3Ealert(1)%3C%2Fscript%3E", status: 404 }),
  () => ({ name: "HTML as a path", path: "/%3Cscript%3Ealert(1)%3C%2Fscript%3E", status: 404 }),
  () => ({
    name: "HTML as a parameter",
    path: "/api/reviews?%3Cscript%3Ealert(1)%3C%2Fscript%3E=1",
    status: 400,
  }),
  () => ({ name: "a built-in property as an id", path: "/api/reviews/__proto__", status: 404 }),
  () => ({ name: "an option as a commit", path: "/api/certificates/--output=x", status: [400, 404] }),
  () => ({ name: "a command as a commit", path: "/api/certificates/%24%28touch%20x%29", status: [400, 404] }),
  () => ({ name: "SQL as an id", path: "/api/reviews/'%20OR%201=1--", status: 404 }),
  () => ({ name: "a very long path", path: `/api/reviews/${"a".repeat(9_000)}`, status: 400 }),
  () => ({ name: "an unknown path of the API", path: "/api/secrets", status: 404 }),

  // Methods and parameters.
  () => ({ name: "DELETE", method: "DELETE", path: `/api/reviews/${reviewId}`, status: 405 }),
  () => ({ name: "TRACE", method: "TRACE", path: "/", status: 405 }),
  () => ({ name: "PATCH", method: "PATCH", path: "/api/runs", body: "{}", status: 405 }),
  () => ({ name: "GET where something changes", path: `/api/reviews/${reviewId}/approve`, status: 405 }),
  () => ({
    name: "POST where something is read",
    method: "POST",
    path: "/api/project",
    body: "{}",
    status: 405,
  }),
  () => ({ name: "POST to the page", method: "POST", path: "/", body: "{}", status: 405 }),
  () => ({ name: "an invented method", method: "EVIL", path: "/", status: 400 }),
  () => ({ name: "a parameter twice", path: "/api/reviews?limit=1&limit=2", status: 400 }),
  () => ({ name: "an unknown parameter", path: "/api/reviews?sql=1", status: 400 }),
  () => ({ name: "a built-in property as a parameter", path: "/api/reviews?__proto__=1", status: 400 }),
  () => ({ name: "a huge limit", path: "/api/reviews?limit=1e9", status: 400 }),
  () => ({ name: "a negative offset", path: "/api/reviews?offset=-1", status: 400 }),
  () => ({ name: "an invalid time", path: "/api/journal?since=yesterday'--", status: 400 }),

  // Bodies.
  () => ({ name: "no JSON", ...approve(), body: "{", status: 400 }),
  () => ({ name: "no body", ...approve(), body: "", status: 400 }),
  () => ({ name: "an array", ...approve(), body: "[]", status: 400 }),
  () => ({ name: "null", ...approve(), body: "null", status: 400 }),
  () => ({ name: "JSON twice", ...approve(), body: `${approval()}${approval()}`, status: 400 }),
  () => ({
    name: "an unknown field",
    ...approve(),
    body: JSON.stringify({ diff_hash: diffHash, by: "somebody else" }),
    status: 400,
  }),
  () => ({
    name: "a prototype",
    ...approve(),
    body: `{"__proto__":{"diff_hash":"${diffHash}"}}`,
    status: 400,
  }),
  () => ({
    name: "a nested prototype",
    ...approve(),
    body: `{"diff_hash":"${diffHash}","land_to":{"constructor":{"prototype":{}}}}`,
    status: 400,
  }),
  () => ({
    name: "an invented place to land",
    ...approve(),
    body: JSON.stringify({ diff_hash: diffHash, land_to: "../main" }),
    status: 400,
  }),
  () => ({ name: "a deep body", ...approve(), body: "[".repeat(200_000), status: 400 }),
  () => ({
    name: "a body that is not UTF-8",
    ...approve(),
    body: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    status: 400,
  }),
  () => ({
    name: "a NUL character in a body",
    method: "POST",
    path: `/api/reviews/${reviewId}/reject`,
    body: JSON.stringify({ diff_hash: diffHash, reason: "a\0b" }),
    status: 400,
  }),
  () => ({
    name: "half a surrogate pair in a body",
    method: "POST",
    path: `/api/reviews/${reviewId}/reject`,
    body: `{"diff_hash":"${diffHash}","reason":"\\ud800"}`,
    status: 400,
  }),
  () => ({
    name: "an edit outside the repository",
    method: "POST",
    path: `/api/reviews/${reviewId}/modify`,
    body: JSON.stringify({ diff_hash: diffHash, files: [{ path: "../x", text: "x" }] }),
    status: 400,
  }),
  () => ({
    name: "an edit to git's own files",
    method: "POST",
    path: `/api/reviews/${reviewId}/modify`,
    body: JSON.stringify({ diff_hash: diffHash, files: [{ path: ".git/config", text: "x" }] }),
    status: 400,
  }),
  () => ({
    name: "a body that is too large",
    ...approve(),
    body: "x".repeat(9 * 1024 * 1024),
    status: [0, 413],
  }),
  () => ({
    name: "a false length",
    ...approve(),
    headers: { "content-length": "99999999999" },
    status: 413,
  }),
  () => ({ name: "a compressed body", ...approve(), headers: { "content-encoding": "gzip" }, status: 415 }),
  () => ({ name: "length and chunks", ...approve(), more: ["Transfer-Encoding: chunked"], status: 400 }),
  () => ({ name: "two lengths", ...approve(), more: ["Content-Length: 1"], status: 400 }),

  // The protocol.
  () => ({ name: "no protocol at all", bytes: "hello\r\n\r\n", status: [0, 400] }),
  () => ({ name: "bytes of TLS", bytes: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", status: [0, 400] }),
  () => ({ name: "HTTP/0.9", bytes: "GET /\r\n\r\n", status: [0, 400, 421] }),
  () => ({ name: "HTTP/2 without asking", bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", status: [0, 400, 505] }),
  () => ({ name: "a header over two lines", more: ["X-A: b", " c: d"], status: 400 }),
  () => ({ name: "a header without a colon", more: ["X-A"], status: 400 }),
  () => ({ name: "a blank before the colon", more: ["Host : evil.example"], status: 400 }),
  () => ({ name: "headers that are too large", headers: { "x-large": "a".repeat(20_000) }, status: 431 }),
  () => ({
    name: "a web socket",
    path: "/api/events",
    headers: {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      "sec-websocket-version": "13",
    },
    status: [0, 400],
  }),
];

describe("attacks", () => {
  it("number at least fifty", () => {
    expect(ATTACKS.length).toBeGreaterThan(50);
  });

  it("are all refused and change nothing", async () => {
    const wrong: string[] = [];
    for (const attack of ATTACKS) {
      const { name, status, ...raw } = attack();
      const answer = await send(raw);
      const wanted = typeof status === "number" ? [status] : status;
      if (!wanted.includes(answer.status)) wrong.push(`${name}: ${answer.status} instead of ${status}`);
      if (/\bat .*\.[jt]s:\d+|node:internal/.test(answer.body)) wrong.push(`${name}: shows a stack`);
      if (answer.status > 0 && ![400, 408, 431].includes(answer.status)) {
        if (!/nosniff/i.test(answer.head)) wrong.push(`${name}: without nosniff`);
        if (/access-control-allow/i.test(answer.head)) wrong.push(`${name}: lets other sites read`);
      }
      if (/<script>alert/.test(answer.body) && !/^content-type: application\/json/im.test(answer.head))
        wrong.push(`${name}: comes back as something other than JSON`);
      if (/^x-evil/im.test(answer.head)) wrong.push(`${name}: smuggles a header`);
      const { review } = await server.call("getReview", { id: reviewId });
      if (review.status !== "pending") wrong.push(`${name}: answered the review`);
    }
    expect(wrong).toEqual([]);
    expect(repository.fingerprint()).toBe(before);
  });

  it("fail only because of their trick: the honest request is answered", async () => {
    const read = await send({ path: "/api/project" });
    expect([read.status, read.head]).toEqual([200, expect.stringContaining("application/json")]);
    const [other, stale] = ["0".repeat(64), 409];
    const asked = await send({ ...approve(), body: JSON.stringify({ diff_hash: other }) });
    expect(asked.status).toBe(stale);
  });
});

/** Sends an attack, completed with what an honest page would send. */
function send({ bytes, headers, path = "/api/project", ...raw }: Raw): Promise<RawAnswer> {
  if (bytes !== undefined) return exchangeBytes(port, [bytes]);
  const honest = {
    host: `127.0.0.1:${port}`,
    origin: server.address,
    cookie: server.cookie,
    "x-agentforge-token": server.csrf,
    "content-type": "application/json",
  };
  return rawRequest(port, { ...raw, path, headers: { ...honest, ...headers } });
}

function tokenOf(): string {
  return new URL(server.link).searchParams.get("token") ?? "";
}
