import { describe, expect, test } from "vitest";
import { copyFailed, copyFailedCode } from "../backends/docker.ts";
import { neverRan } from "../run/results.ts";
import { checkCopied, explained, imageNote } from "./container-failures.ts";

const notes = [imageNote("python:3.13", "/usr/bin/python3")];

describe("a failure in a container", () => {
  test.each([
    [{ exitCode: 1, stderr: "/usr/local/bin/python3: No module named pytest" }],
    [{ exitCode: 127, stderr: "pytest: command not found\n" }],
    [{ exitCode: 126, stdout: "cannot execute" }],
    [{ exitCode: 1, stderr: "node: /lib/libc.so.6: version `GLIBC_2.38' not found" }],
  ])("names the image if that may be the reason: %j", (why) => {
    expect(explained(neverRan(why), { notes }).stderr).toMatch(
      /^agentforge: It ran in the image python:3\.13\. .* sandbox\.images\.python3 /m,
    );
  });

  test.each([
    [{ exitCode: 1, stderr: "AssertionError" }],
    [{ exitCode: 0, stderr: "No module named pytest" }],
  ])("does not mention it otherwise: %j", (why) => {
    expect(explained(neverRan(why), { notes })).toEqual(neverRan(why));
  });

  test("to copy the tree is not a failure of the command", () => {
    const stderr = `cp: error writing 'a': No space left on device\n${copyFailed}\n`;
    expect(() => checkCopied(neverRan({ exitCode: copyFailedCode, stderr }))).toThrow(/No space left/);
    expect(() => checkCopied(neverRan({ exitCode: copyFailedCode }))).not.toThrow();
    expect(() => checkCopied(neverRan({ exitCode: 1, stderr }))).not.toThrow();
  });
});
