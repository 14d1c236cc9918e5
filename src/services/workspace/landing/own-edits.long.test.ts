import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, landRequest, type Place } from "../../../../test/support/git-place.ts";

const lines = (edits: Readonly<Record<number, string>> = {}, end = "\n") =>
  Array.from({ length: 20 }, (_, at) => `${edits[at + 1] ?? `line ${at + 1}`}${end}`).join("");

const FIX = { 5: "fixed" };
const MINE = { 15: "mine" };

function repository(end = "\n", attributes = ""): Place {
  const place = createPlace();
  if (attributes !== "") place.write(".gitattributes", attributes);
  place.write("a.txt", lines({}, end));
  place.git("add", ".");
  place.git("commit", "-qm", "first");
  return place;
}

const read = (place: Place) => readFileSync(join(place.root, "a.txt"), "utf8");
const inIndex = (place: Place) => place.git("show", ":a.txt");
const inHead = (place: Place, name = "HEAD") => place.git("show", `${name}:a.txt`);

async function request(place: Place, content: string, allowOwnEdits = true) {
  const workspace = await place.open();
  return { workspace, request: { ...(await landRequest(workspace, { "a.txt": content })), allowOwnEdits } };
}

describe("a change in a file with uncommitted edits in other places", () => {
  test.each<[string, (place: Place) => void, string]>([
    ["unstaged", () => undefined, lines()],
    ["staged", (place) => place.git("add", "a.txt"), lines(MINE)],
    [
      "partly staged",
      (place) => {
        place.write("a.txt", lines({ 18: "staged" }));
        place.git("add", "a.txt");
        place.write("a.txt", lines({ ...MINE, 18: "staged" }));
      },
      lines({ 18: "staged" }),
    ],
  ])("lands alone when they are %s, and rolls back alone", async (_, arrange, staged) => {
    using place = repository();
    place.write("a.txt", lines(MINE));
    arrange(place);
    const before = read(place);
    const withFix = (text: string) => text.replace("line 5\n", "fixed\n");
    const { workspace, request: landing } = await request(place, withFix(before));
    expect(await workspace.land(landing)).toMatchObject({ status: "landed" });
    expect(inHead(place)).toBe(lines(FIX));
    expect(inIndex(place)).toBe(withFix(staged));
    expect(read(place)).toBe(withFix(before));

    expect(await workspace.rollback(landing.landingId)).toMatchObject({ status: "restored" });
    expect(inHead(place)).toBe(lines());
    expect(inIndex(place)).toBe(staged);
    expect(read(place)).toBe(before);
  });

  test("lands alone on a separate branch", async () => {
    using place = repository();
    place.write("a.txt", lines(MINE));
    const { workspace, request: landing } = await request(place, lines({ ...FIX, ...MINE }));
    const to = { kind: "branch", branch: "fix/a" } as const;
    expect(await workspace.land({ ...landing, to })).toMatchObject({ status: "landed" });
    expect(inHead(place, "fix/a")).toBe(lines(FIX));
    expect(read(place)).toBe(lines(MINE));
    expect(inIndex(place)).toBe(lines());
  });

  test.each([
    ["CRLF only in the tree", "*.txt text eol=crlf\n", "\n"],
    ["CRLF in HEAD too", "", "\r\n"],
  ])("keeps line endings: %s", async (_, attributes, stored) => {
    using place = repository("\r\n", attributes);
    place.write("a.txt", lines(MINE, "\r\n"));
    const { workspace, request: landing } = await request(place, lines({ ...FIX, ...MINE }, "\r\n"));
    expect(await workspace.land(landing)).toMatchObject({ status: "landed" });
    expect(inHead(place)).toBe(lines(FIX, stored));
    expect(read(place)).toBe(lines({ ...FIX, ...MINE }, "\r\n"));
    expect(place.git("diff", "--numstat").trim()).toBe("1\t1\ta.txt");
  });
});

describe("a change in a file that was edited after the change was made", () => {
  test.each<[string, Readonly<Record<number, string>>, Readonly<Record<number, string>>]>([
    ["only since", {}, MINE],
    ["before and since", { 10: "early" }, { 10: "early", 15: "mine" }],
    ["before, and reverted since", { 10: "early" }, MINE],
  ])("lands without touching the edits: %s; and rolls back alone", async (_, early, late) => {
    using place = repository();
    place.write("a.txt", lines(early));
    const { workspace, request: landing } = await request(place, lines({ ...FIX, ...early }));
    place.write("a.txt", lines(late));
    expect(await workspace.land(landing)).toMatchObject({ status: "landed", editedSince: ["a.txt"] });
    expect(inHead(place)).toBe(lines(FIX));
    expect(inIndex(place)).toBe(lines(FIX));
    expect(read(place)).toBe(lines({ ...FIX, ...late }));
    expect(await workspace.rollback(landing.landingId)).toMatchObject({ status: "restored" });
    expect(inHead(place)).toBe(lines());
    expect(read(place)).toBe(lines(late));
  });

  test("keeps what was staged since, and line endings", async () => {
    using place = repository("\r\n");
    const { workspace, request: landing } = await request(place, lines(FIX, "\r\n"));
    place.write("a.txt", lines({ 18: "staged" }, "\r\n"));
    place.git("add", "a.txt");
    place.write("a.txt", lines({ ...MINE, 18: "staged" }, "\r\n"));
    expect(await workspace.land(landing)).toMatchObject({ status: "landed", editedSince: ["a.txt"] });
    expect(inHead(place)).toBe(lines(FIX, "\r\n"));
    expect(inIndex(place)).toBe(lines({ ...FIX, 18: "staged" }, "\r\n"));
    expect(read(place)).toBe(lines({ ...FIX, ...MINE, 18: "staged" }, "\r\n"));
  });

  test("reports no such edits if nothing was edited since", async () => {
    using place = repository();
    place.write("a.txt", lines(MINE));
    const { workspace, request: landing } = await request(place, lines({ ...FIX, ...MINE }));
    expect(await workspace.land(landing)).not.toHaveProperty("editedSince");
  });

  test.each<[string, (place: Place) => void, boolean, RegExp]>([
    [
      "the same line",
      (place) => place.write("a.txt", lines({ 5: "mine" })),
      true,
      /in the meantime: your edit to line 5 overlaps the change to line 5$/,
    ],
    [
      "the fix itself",
      (place) => place.write("a.txt", lines({ ...FIX, ...MINE })),
      true,
      /it already contains the change$/,
    ],
    [
      "bytes that are not text",
      (place) => place.write("a.txt", `${lines()}\0`),
      true,
      /it is not a text file$/,
    ],
    ["its mode", (place) => chmodSync(join(place.root, "a.txt"), 0o755), true, /its mode has changed$/],
    [
      "another place, without approval",
      (place) => place.write("a.txt", lines(MINE)),
      false,
      /in the meantime$/,
    ],
  ])("is refused, and nothing is lost: %s", async (_, edit, allowOwnEdits, why) => {
    using place = repository();
    const { workspace, request: landing } = await request(place, lines(FIX), allowOwnEdits);
    edit(place);
    const mine = read(place);
    expect(await workspace.land(landing)).toMatchObject({
      status: "conflict",
      paths: ["a.txt"],
      why: expect.stringMatching(why),
    });
    expect(read(place)).toBe(mine);
    expect(inHead(place)).toBe(lines());
  });
});

describe("refuses to land, with the reason", () => {
  test.each<[string, Readonly<Record<number, string>>, string, boolean, RegExp]>([
    ["the same line", { 5: "mine" }, lines(FIX), true, /your edit to line 5 overlaps the change to line 5/],
    ["the next lines", { 6: "mine", 7: "too" }, lines({ ...FIX, 6: "mine", 7: "too" }), true, /lines 6 to 7/],
    ["without approval", MINE, lines({ ...FIX, ...MINE }), false, /uncommitted (changes|work in it)$/],
  ])("%s", async (_, edits, fixed, allowOwnEdits, why) => {
    using place = repository();
    place.write("a.txt", lines(edits));
    const { workspace, request: landing } = await request(place, fixed, allowOwnEdits);
    expect(await workspace.land(landing)).toEqual({
      status: "conflict",
      paths: ["a.txt"],
      why: expect.stringMatching(why),
    });
    expect(read(place)).toBe(lines(edits));
    expect(inHead(place)).toBe(lines());
  });

  test("a file that was never committed", async () => {
    using place = repository();
    place.write("new.txt", "one\n");
    const workspace = await place.open();
    const landing = await landRequest(workspace, { "new.txt": "two\n" });
    expect(await workspace.land({ ...landing, allowOwnEdits: true })).toMatchObject({
      why: expect.stringContaining("commit it first"),
    });
  });
});
