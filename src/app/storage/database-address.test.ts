import { expect, test } from "vitest";
import { addressFor, schemaFor } from "./database-address.ts";

test.each([
  "https://github.com/ada/calculator",
  "https://github.com/ada/calculator.git",
  "https://ada:token@GitHub.com/ada/calculator.git/",
  "git@github.com:ada/calculator.git",
  "ssh://git@github.com/ada/calculator",
  "ssh://git@github.com:22/ada/calculator",
])("%s is the same repository", (origin) => {
  expect(schemaFor("/anywhere", origin)).toBe(schemaFor("/elsewhere", "https://github.com/ada/calculator"));
});

test("different repositories do not share a schema", () => {
  const origins = ["https://github.com/ada/calculator", "https://github.com/bob/calculator", null, null];
  const schemas = origins.map((origin) => schemaFor("/home/ada/Some Folder", origin));
  expect(new Set(schemas).size).toBe(4);
  for (const schema of schemas) expect(schema).toMatch(/^agentforge_[a-z0-9_]{1,30}_[0-9a-f]{10}$/);
});

test("a schema can be named, and is not passed to the server as a setting", () => {
  const address = addressFor(new URL("postgres://u@h/db?schema=mine&sslmode=require"), "/r", null);
  expect(address).toEqual({ url: "postgres://u@h/db?sslmode=require", schema: "mine", isNamed: true });
});
