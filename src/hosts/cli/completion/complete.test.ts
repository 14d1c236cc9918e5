import { describe, expect, it } from "vitest";
import { buildProgram } from "../program.ts";
import { complete } from "./complete.ts";

const program = buildProgram("0.0.0", async () => {});
const wordsFor = (...words: string[]) => complete(program, words).words.map(({ word }) => word);

describe("completion", () => {
  it("offers commands, except those that people do not call", () => {
    const words = wordsFor("");
    expect(words).toEqual(expect.arrayContaining(["repair", "review", "plan", "completion"]));
    expect(words.filter((word) => ["complete", "next", "help"].includes(word))).toEqual([]);
  });

  it("offers the subcommands of a command", () => {
    expect(wordsFor("review", "")).toEqual(["list", "show", "approve", "modify", "answer", "reject"]);
    expect(wordsFor("conformance", "violations", "")).toEqual(["list", "show"]);
  });

  it("offers options, including those of every command", () => {
    expect(wordsFor("repair", "-")).toEqual(expect.arrayContaining(["--budget", "--json", "--help"]));
    expect(wordsFor("-")).not.toContain("--budget");
  });

  it.each([
    [
      ["repair", "--to", ""],
      ["current-branch", "branch", "pushed-branch", "pull-request"],
    ],
    [
      ["repair", "--brain", ""],
      ["search", "llm", "hybrid"],
    ],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["repair", "--to=branch", ""], []],
    [
      ["--json", "review", ""],
      ["list", "show", "approve", "modify", "answer", "reject"],
    ],
  ])("after %j offers %j", (words, expected) => {
    expect(wordsFor(...words)).toEqual(expected);
  });

  it.each([
    [["review", "approve", ""], { kind: "review", command: "review approve" }],
    [["rollback", ""], { kind: "review", command: "rollback" }],
    [["-C", "/x", "plan", "show", ""], { kind: "request", command: "plan show" }],
    [["plan", "reject", "--reason", "no", ""], { kind: "request", command: "plan reject" }],
    [["review", "approve", "RV-1", ""], null],
  ])("after %j asks for names of %j", (words, names) => {
    expect(complete(program, words).names).toEqual(names);
  });

  it("knows the folder that -C names, and where paths belong", () => {
    expect(complete(program, ["-C", "/x", "review", ""]).directory).toBe("/x");
    expect(complete(program, ["conformance", "import", ""]).files).toBe(true);
    expect(complete(program, ["review", "modify", "--from", ""]).files).toBe(true);
    expect(complete(program, ["review", "approve", ""]).files).toBe(false);
  });
});
