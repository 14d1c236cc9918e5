import { describe, expect, it } from "vitest";
import { repositoryUrl } from "./repository-url.ts";

describe("the address of a repository", () => {
  it.each([
    "https://github.com/owner/name.git",
    "https://git.example.com:8443/owner/name",
    "ssh://git@example.com/owner/name.git",
    "git@github.com:owner/name.git",
    "/srv/git/name.git",
    "file:///srv/git/name.git",
  ])("may be %s", (url) => {
    expect(repositoryUrl(` ${url} `)).toBe(url);
  });

  it.each([
    "https://token@github.com/owner/name.git",
    "https://ada:secret@github.com/owner/name.git",
    "ssh://ada:secret@example.com/owner/name.git",
  ])("contains no credentials: %s is rejected with a hint, and not repeated", (url) => {
    expect(() => repositoryUrl(url)).toThrow(
      expect.objectContaining({
        message: expect.not.stringContaining("secret"),
        hint: expect.stringMatching(/AGENTFORGE_TOKEN/),
      }),
    );
  });

  it.each([
    "",
    "name",
    "ext::sh -c id",
    "http://example.com/x",
    "-x",
    "ssh://-oProxyCommand=id/x",
    "git://h/x",
  ])("is not %j", (url) => {
    expect(() => repositoryUrl(url)).toThrow(expect.objectContaining({ code: "bad_input" }));
  });
});
