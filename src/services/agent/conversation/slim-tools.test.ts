import { expect, it } from "vitest";
import { z } from "zod";
import { toolSchema } from "../../../domain/rules/runs/tool-schema.ts";
import { slimTools } from "./slim-tools.ts";

it("sends names, types, descriptions and required fields, without limits and strictness", () => {
  const schema = z.strictObject({
    path: z.string().min(1).describe("Where."),
    limit: z.int().positive().max(10).default(5),
    default: z.string().optional(),
    mode: z.enum(["a", "b"]).optional(),
    any: z.record(z.string(), z.json()).optional(),
  });
  const [tool] = slimTools([{ name: "t", description: "d", parameters: toolSchema(schema), effect: "read" }]);
  expect(tool).toMatchObject({ name: "t", description: "d", effect: "read" });
  expect(tool?.parameters).toMatchObject({
    type: "object",
    properties: {
      path: { type: "string", description: "Where." },
      limit: { type: "integer" },
      default: { type: "string" },
      mode: { enum: ["a", "b"] },
      any: { additionalProperties: expect.anything() },
    },
    required: ["path"],
  });
  expect(JSON.stringify(tool)).not.toMatch(/minLength|maximum|exclusiveMinimum|additionalProperties":false/);
});
