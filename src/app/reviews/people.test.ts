import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPeople, type People } from "./people.ts";

let configFolder: string;
let people: People;
beforeEach(() => {
  configFolder = mkdtempSync(join(tmpdir(), "agentforge-people-"));
  people = openPeople({ configFolder });
});
afterEach(() => rmSync(configFolder, { recursive: true, force: true }));

const PASSWORD = "correct horse battery";

describe("people", () => {
  it("accepts only the right password", async () => {
    expect(await people.add("ada", PASSWORD, "reviewer")).toBe("added");
    expect(await people.check("ada", PASSWORD)).toBe(true);
    expect(await people.check("ada", `${PASSWORD} `)).toBe(false);
    expect(await people.check("Ada", PASSWORD)).toBe(false);
    expect(await people.check("", "")).toBe(false);
  });

  it("stores no password, and nobody else can read the file", async () => {
    await people.add("ada", PASSWORD, "reviewer");
    const file = join(configFolder, "people.json");
    expect(readFileSync(file, "utf8")).not.toContain(PASSWORD);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("changes a person's password, and removes a person", async () => {
    await people.add("ada", PASSWORD, "reviewer");
    expect(await people.add("ada", "another good password", "viewer")).toBe("changed");
    expect(await people.check("ada", PASSWORD)).toBe(false);
    expect(await people.list()).toEqual([{ name: "ada", role: "viewer" }]);
    expect([(await people.accountOf("ada"))?.role, await people.accountOf("eve")]).toEqual(["viewer", null]);
    await people.remove("ada");
    expect(await people.list()).toEqual([]);
    await expect(people.remove("ada")).rejects.toThrow("no user named ada");
  });

  it("changes the credential with the password only", async () => {
    const credential = async () => (await people.accountOf("ada"))?.credential;
    await people.add("ada", PASSWORD, "reviewer");
    const first = await credential();
    await people.add("ada", PASSWORD, "viewer");
    expect(await people.list()).toEqual([{ name: "ada", role: "viewer" }]);
    expect(await credential()).toBe(first);
    await people.add("ada", "another good password", "viewer");
    expect(await credential()).not.toBe(first);
  });

  it.each([
    ["", PASSWORD],
    ["a\nb", PASSWORD],
    ["<b>", PASSWORD],
    ["ada", "short"],
  ])("refuses the name %j with the password %j", async (name, password) => {
    await expect(people.add(name, password, "viewer")).rejects.toMatchObject({ code: "bad_input" });
  });

  it("says what to do about a damaged file", async () => {
    writeFileSync(join(configFolder, "people.json"), "{}");
    await expect(people.check("ada", PASSWORD)).rejects.toThrow("is not valid");
  });
});
