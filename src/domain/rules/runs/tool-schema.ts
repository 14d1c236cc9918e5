import { z } from "zod";

/** The JSON Schema of a tool's parameters, reduced to what a model needs, because it is sent with every request. */
export function toolSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io: "input",
    override({ jsonSchema }) {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return described;
}
