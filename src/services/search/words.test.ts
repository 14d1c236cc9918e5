import { describe, expect, it } from "vitest";
import { joinedName, queryWords, spellings, splitIdentifier, stem } from "./words.ts";

describe("words", () => {
  it.each<[identifier: string, words: string[]]>([
    ["parseHTTPRequest2", ["parse", "http", "request", "2"]],
    ["parse_http_request", ["parse", "http", "request"]],
    ["__init__", ["init"]],
    ["größeÄndern", ["größe", "ändern"]],
    ["", []],
  ])("splits %s", (identifier, words) => {
    expect(splitIdentifier(identifier)).toEqual(words);
  });

  it.each([
    ["parses", "parser", "parsing", "parsed", "parse"],
    ["directories", "directory"],
    ["stopped", "stopping", "stops"],
    ["generate", "generates", "generation", "generator"],
    ["match", "matches", "matching"],
  ])("%s and its forms share a stem", (...forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  it("keeps the words that distinguish functions, and some words of a query that has no others", () => {
    expect(queryWords("Return the absolute path of a file.")).toEqual(["absolute", "path", "file"]);
    expect(queryWords("is it")).toEqual(["is", "it"]);
    expect(queryWords("")).toEqual([]);
  });

  it("knows the abbreviations of code", () => {
    expect(spellings(stem("directories"))).toContain("dir");
    expect(joinedName("get_Addr_info")).toBe("getaddrinfo");
  });
});
