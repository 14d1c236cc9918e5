import { expect, it } from "vitest";
import { AgentForgeError } from "../../domain/errors.ts";
import { answer, answering } from "./answer.ts";

it.each<[string, unknown, object]>([
  ["an object as it is", { status: "passed" }, { status: "passed" }],
  ["a list as a result", ["a"], { result: ["a"] }],
  ["nothing as a result", null, { result: null }],
])("answers with %s, once for the model and once as text", (_name, value, expected) => {
  const { content, structuredContent } = answer(value);
  expect(structuredContent).toEqual(expected);
  expect(JSON.parse(content[0]?.text ?? "")).toEqual(expected);
});

it("shortens long texts at any depth, and says by how much", () => {
  const { structuredContent } = answer({ files: [{ text: "x".repeat(20_003) }], short: "x" });
  expect(structuredContent.short).toBe("x");
  expect(JSON.stringify(structuredContent.files)).toMatch(/x\\n\(3 more characters\)/);
});

it("turns an error that somebody can fix into a result, and no other", async () => {
  const missing = new AgentForgeError("not_found", "there is no review RV-1", { hint: "List them." });
  const refused = await answering(() => Promise.reject(missing));
  expect(refused).toMatchObject({ isError: true, structuredContent: { hint: "List them." } });
  await expect(answering(() => Promise.reject(new TypeError("a bug")))).rejects.toThrow("a bug");
});
