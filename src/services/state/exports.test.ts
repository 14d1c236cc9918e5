import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Exports } from "../../domain/ports/exports.ts";
import { appendToFile } from "./durable.ts";
import { createExports } from "./exports.ts";

let root: string;
let exports: Exports;
let reports: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "agentforge-exports-"));
  mkdirSync(join(root, "tmp"));
  reports = [];
  exports = createExports({
    root,
    temporaryFolder: join(root, "tmp"),
    now: () => "2026-01-02T03:04:05.000Z",
    report: (message) => reports.push(message),
  });
});

afterEach(() => rmSync(root, { recursive: true }));

describe("whole files", () => {
  test("are written, replaced, read and removed, and leave no temporary file", async () => {
    expect(await exports.readYaml("reviews/RV-1.yaml")).toEqual({ status: "absent" });
    await exports.writeYaml("reviews/RV-1.yaml", { status: "pending" });
    await exports.writeYaml("reviews/RV-1.yaml", { status: "approved" });
    expect(await exports.readYaml("reviews/RV-1.yaml")).toEqual({
      status: "ok",
      data: { status: "approved" },
    });
    expect(readdirSync(join(root, "tmp"))).toEqual([]);
    await exports.remove("reviews/RV-1.yaml");
    expect(await exports.readYaml("reviews/RV-1.yaml")).toEqual({ status: "absent" });
    expect(reports).toEqual([]);
  });

  test("many at once are written like single ones, and what a person changed is set aside", async () => {
    await exports.writeYaml("violations/V-1.yaml", { status: "open" });
    await exports.writeYaml("violations/V-2.yaml", { status: "open" });
    appendFileSync(join(root, "violations/V-2.yaml"), "# my note\n");
    const files = ["violations/V-1.yaml", "violations/V-2.yaml", "reviews/RV-1.yaml"];
    await exports.writeYamls(files.map((path) => ({ path, data: { status: "resolved" } })));
    for (const path of files)
      expect(await exports.readYaml(path)).toEqual({ status: "ok", data: { status: "resolved" } });
    expect(readdirSync(join(root, "violations"))).toHaveLength(3);
    expect(reports).toEqual([expect.stringContaining("violations/V-2.yaml was")]);
    expect(readdirSync(join(root, "tmp"))).toEqual([]);
  });

  test("if one of many cannot be written, the others keep their content and no temporary file is left", async () => {
    await exports.writeYaml("a.yaml", { status: "open" });
    mkdirSync(join(root, "b.yaml"));
    const files = ["a.yaml", "b.yaml"].map((path) => ({ path, data: { status: "resolved" } }));
    await expect(exports.writeYamls(files)).rejects.toThrow("b.yaml is not a file");
    expect(await exports.readYaml("a.yaml")).toEqual({ status: "ok", data: { status: "open" } });
    expect(readdirSync(join(root, "tmp"))).toEqual([]);
  });

  test.each([
    ["edited", (text: string) => text.replace("pending", "approved")],
    ["damaged", (text: string) => text.slice(0, 9)],
  ])("one that was %s is set aside, not lost", async (status, change) => {
    await exports.writeYaml("a.yaml", { status: "pending" });
    const text = change(readFileSync(join(root, "a.yaml"), "utf8"));
    writeFileSync(join(root, "a.yaml"), text);
    expect(await exports.readYaml("a.yaml")).toMatchObject({ status });
    await exports.writeYaml("a.yaml", { status: "rejected" });
    expect(await exports.readYaml("a.yaml")).toEqual({ status: "ok", data: { status: "rejected" } });
    const aside = readdirSync(root).find((name) => name.startsWith(`a.yaml.${status}-2026-01-02T03-04-05`));
    expect(readFileSync(join(root, String(aside)), "utf8")).toBe(text);
    expect(reports).toEqual([`a.yaml was ${status}; it is kept as ${aside}`]);
  });
});

describe("growing files", () => {
  test("count their documents", async () => {
    expect(await exports.readAppended("h.yaml")).toEqual({ documents: [], torn: false });
    for (let step = 1; step <= 3; step += 1) expect(await exports.appendYaml("h.yaml", { step })).toBe(step);
    expect(await exports.readAppended("h.yaml")).toEqual({
      documents: [{ step: 1 }, { step: 2 }, { step: 3 }],
      torn: false,
    });
  });

  test("accept no document after a torn one, and can be rewritten", async () => {
    await exports.appendYaml("h.yaml", { step: 1 });
    await exports.appendYaml("h.yaml", { step: 2 });
    truncateSync(join(root, "h.yaml"), readFileSync(join(root, "h.yaml")).length - 5);
    expect(await exports.readAppended("h.yaml")).toEqual({ documents: [{ step: 1 }], torn: true });
    await expect(exports.appendYaml("h.yaml", { step: 3 })).rejects.toMatchObject({ code: "state_damaged" });
    await exports.replaceAppended("h.yaml", [{ step: 1 }, { step: 2 }]);
    expect(await exports.appendYaml("h.yaml", { step: 3 })).toBe(3);
    expect(reports).toHaveLength(1);
  });

  test("a full disk is reported", async () => {
    await expect(appendToFile("/dev/full", Buffer.from("x"), 0)).rejects.toMatchObject({ code: "disk_full" });
  });
});

describe("paths", () => {
  test.each([
    "../x.yaml",
    "/etc/x",
    "a/../b",
    "a//b",
    "",
    ".",
    ".git/config",
    "a/.b",
    "a\0b",
    "a/",
    "x..y",
    "a\\b",
  ])("%j is refused", async (path) => {
    await expect(exports.writeYaml(path, {})).rejects.toMatchObject({ code: "path_refused" });
    await expect(exports.readYaml(path)).rejects.toMatchObject({ code: "path_refused" });
  });

  test("links are not followed", async () => {
    const outside = mkdtempSync(join(tmpdir(), "agentforge-outside-"));
    symlinkSync(outside, join(root, "reviews"));
    symlinkSync(join(outside, "h.yaml"), join(root, "h.yaml"));
    await expect(exports.writeYaml("reviews/RV-1.yaml", {})).rejects.toMatchObject({ code: "path_refused" });
    await expect(exports.appendYaml("h.yaml", {})).rejects.toMatchObject({ code: "path_refused" });
    await expect(exports.readYaml("h.yaml")).rejects.toMatchObject({ code: "path_refused" });
    expect(readdirSync(outside)).toEqual([]);
    rmSync(outside, { recursive: true });
  });

  test("text is kept unchanged", async () => {
    await exports.writeText("reviews/RV-1.diff", "--- a\n+++ b\n");
    appendFileSync(join(root, "reviews/RV-1.diff"), "");
    expect(await exports.readText("reviews/RV-1.diff")).toBe("--- a\n+++ b\n");
    expect(await exports.readText("reviews/RV-2.diff")).toBeNull();
  });
});
