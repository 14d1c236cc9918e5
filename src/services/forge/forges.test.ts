import { describe, expect, it } from "vitest";
import { startForge, TOKEN } from "../../../test/support/forge-server.ts";
import type { ForgeKind } from "../../domain/ports/forge.ts";
import { openForge } from "./index.ts";

const KINDS: readonly ForgeKind[] = ["github", "gitlab", "gitea"];
const DRAFT = { title: "Add instead", body: "Because.", head: "agentforge/x", base: "main", draft: false };
const SUGGESTIONS = {
  pullRequest: 7,
  commit: "c".repeat(40),
  suggestions: [
    { path: "src/a.js", startLine: 3, endLine: 4, lines: ["const fence = '```';"], note: "Fixed." },
    { path: "src/b.js", startLine: 9, endLine: 9, lines: [], note: "Fixed." },
  ],
};

async function opened(kind: ForgeKind, more: { readonly token?: string; readonly slowestMs?: number } = {}) {
  const server = await startForge(kind);
  const { apiBase } = server;
  const place = { kind, host: "forge.example", repository: "owner/name", token: TOKEN, apiBase, ...more };
  return { server, forge: openForge(place) };
}

describe.each(KINDS)("the forge %s", (kind) => {
  it("opens a pull request, updates the same one the next time, and closes it", async () => {
    const { server, forge } = await opened(kind);
    await using _ = server;
    const first = await forge.propose(DRAFT);
    expect(first).toMatchObject({ status: "opened", number: 1 });
    const again = await forge.propose({ ...DRAFT, body: "Still because." });
    expect(again).toEqual({ ...first, status: "updated" });
    expect(server.pulls).toMatchObject([{ title: "Add instead", body: "Still because.", state: "open" }]);
    await forge.propose({ ...DRAFT, head: "agentforge/y" });
    expect(server.pulls).toHaveLength(2);
    await forge.close(first.url);
    expect(server.pulls[0]?.state).toBe("closed");
  });

  it("posts suggestions once for a commit, in fences that their text cannot end", async () => {
    const { server, forge } = await opened(kind);
    await using _ = server;
    expect((await forge.suggest(SUGGESTIONS)).status).toBe("posted");
    const count = server.comments.length;
    const text = JSON.stringify(server.comments);
    expect(text).toMatch(/````suggestion[^`]*const fence = '```';[^`]*````/);
    expect((await forge.suggest(SUGGESTIONS)).status).toBe("known");
    expect(server.comments).toHaveLength(count);
    expect((await forge.suggest({ ...SUGGESTIONS, commit: "d".repeat(40) })).status).toBe("posted");
  });

  it.each([
    [401, { message: "Bad credentials" }, {}, /401.*Bad credentials/, /token is valid/],
    [403, { message: "API rate limit exceeded" }, { "x-ratelimit-remaining": "0" }, /403/, /request rate/],
    [404, { message: "Not Found" }, {}, /404.*Not Found/, /token may create/],
    [
      422,
      { message: "Validation Failed", errors: [{ field: "base" }] },
      {},
      /422.*Validation Failed/,
      /answer/,
    ],
    [500, { message: "boom" }, {}, /500.*boom/, /has a problem/],
    [429, { message: "slow down" }, { "retry-after": "60" }, /429/, /in 60 seconds/],
  ])("says what to do after %i", async (status, body, headers, message, hint) => {
    const { server, forge } = await opened(kind);
    await using _ = server;
    server.answers.push({ status, body, headers });
    await expect(forge.propose({ ...DRAFT, head: "agentforge/none" })).rejects.toMatchObject({
      code: "remote_failed",
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });

  it("gives up on a host that does not respond, and follows no redirect with the token", async () => {
    const { server, forge } = await opened(kind, { slowestMs: 200 });
    await using _ = server;
    server.answers.push({ status: 201, body: {}, afterMs: 2000 });
    await expect(forge.propose(DRAFT)).rejects.toMatchObject({
      message: expect.stringMatching(/0\.2 seconds/),
    });
    server.answers.push({ status: 302, body: {}, headers: { location: `${server.apiBase}/elsewhere` } });
    await expect(forge.propose(DRAFT)).rejects.toMatchObject({ code: "remote_failed" });
    expect(server.requests.some(({ path }) => path.includes("elsewhere"))).toBe(false);
  });

  it("sends the token only in a header, and never includes it in an error", async () => {
    const { server, forge } = await opened(kind, { token: "another-token-9" });
    await using _ = server;
    const error = await forge.propose(DRAFT).catch((thrown: Error) => thrown);
    expect(String(error)).toMatch(/401/);
    expect(JSON.stringify([String(error), (error as { hint?: string }).hint])).not.toContain(
      "another-token-9",
    );
    for (const { path, body } of server.requests)
      expect(path + JSON.stringify(body)).not.toContain("another-token-9");
  });
});

it.each([
  ["github.com", "github"],
  ["gitlab.com", "gitlab"],
  ["gitlab.example.org", "gitlab"],
  ["codeberg.org", "gitea"],
  ["gitea.example.org", "gitea"],
  ["git.example.org", "github"],
])("recognizes %s as %s", (host, kind) => {
  expect(openForge({ host, repository: "a/b", token: "t" }).kind).toBe(kind);
});

it.each(["name", "a/b/c", "../b", "a/b?x=1", "a b/c"])(
  "refuses the repository %j on GitHub",
  (repository) => {
    expect(() => openForge({ kind: "github", host: "github.com", repository, token: "t" })).toThrow(
      /does not name/,
    );
  },
);
