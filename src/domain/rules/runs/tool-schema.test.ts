import { expect, it } from "vitest";
import { z } from "zod";
import { toolSchema } from "./tool-schema.ts";

it("keeps only what a model needs to know", () => {
  const schema = toolSchema(
    z.strictObject({
      path: z.string().describe("Of the file."),
      line: z.int().positive(),
      most: z.int().max(100).default(15),
      any: z.int().optional(),
    }),
  );
  expect(schema).toEqual({
    type: "object",
    properties: {
      path: { type: "string", description: "Of the file." },
      line: { type: "integer", exclusiveMinimum: 0 },
      most: { type: "integer", maximum: 100, default: 15 },
      any: { type: "integer" },
    },
    required: ["path", "line"],
    additionalProperties: false,
  });
});
