import { expect, test } from "vitest";
import { z } from "zod";
import { requireValid } from "./valid.ts";

const Note = z.object({ title: z.string().min(1), tags: z.array(z.string()).default([]) });

test("returns a valid value as the schema parses it", () => {
  expect(requireValid(Note, { title: "a" }, "note.yaml", "fix it")).toEqual({ title: "a", tags: [] });
});

test.each([
  ["a field that is missing", {}, "title"],
  ["a field of the wrong type", { title: 7 }, "title"],
  ["no record", "title: a", "object"],
])("names %s and says what to do", (_name, data, named) => {
  const read = () => requireValid(Note, data, "note.yaml", "fix it");
  expect(read).toThrow("note.yaml is not valid");
  expect(read).toThrow(named);
  expect(read).toThrow(expect.objectContaining({ code: "bad_input", hint: "fix it" }));
});
