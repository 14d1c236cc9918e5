import fc from "fast-check";
import type { z } from "zod";

type Definition = { readonly type: string } & Record<string, unknown>;

/** Values of a zod schema, derived from its definition, so that a new field is covered without a new generator. */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const definition = schema._zod.def as unknown as Definition;
  const inner = () => arbitraryOf(definition.innerType as z.core.$ZodType);
  switch (definition.type) {
    case "object": {
      const shape = definition.shape as Record<string, z.core.$ZodType>;
      const fields = Object.entries(shape);
      const requiredKeys = fields.filter(([, field]) => field._zod.def.type !== "optional");
      return fc.record(Object.fromEntries(fields.map(([key, field]) => [key, arbitraryOf(field)])), {
        requiredKeys: requiredKeys.map(([key]) => key),
      });
    }
    case "array": {
      const minimum = bounds(schema).minimum;
      return fc.array(arbitraryOf(definition.element as z.core.$ZodType), {
        minLength: minimum ?? 0,
        maxLength: 3,
      });
    }
    case "record":
      return fc.dictionary(
        fc.string().filter((key) => key !== "__proto__"),
        arbitraryOf(definition.valueType as z.core.$ZodType),
        {
          maxKeys: 3,
          noNullPrototype: true,
        },
      );
    case "nullable":
      return fc.option(inner(), { nil: null });
    case "default":
    case "optional":
      return inner();
    case "literal":
      return fc.constantFrom(...(definition.values as readonly unknown[]));
    case "enum":
      return fc.constantFrom(...Object.values(definition.entries as Record<string, string>));
    case "union":
      return fc.oneof(...(definition.options as readonly z.core.$ZodType[]).map(arbitraryOf));
    case "boolean":
      return fc.boolean();
    case "string":
      return stringOf(schema);
    case "number":
      return numberOf(schema);
    case "lazy":
      return fc
        .jsonValue()
        .filter((value) => !JSON.stringify(value).includes("__proto__"))
        .map((value) => JSON.parse(JSON.stringify(value)));
    default:
      throw new Error(`no generator for the zod type ${definition.type}`);
  }
}

function stringOf(schema: z.core.$ZodType): fc.Arbitrary<string> {
  const checks = checksOf(schema);
  for (const check of checks) {
    if (check.format === "uuid") return fc.uuid();
    if (check.format === "datetime")
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
        .map((date) => date.toISOString());
    if (check.format === "base64") return fc.base64String();
    if (check.format === "regex") return fc.stringMatching(check.pattern as RegExp);
  }
  const plain = fc.string({ unit: "grapheme", minLength: bounds(schema).minimum ?? 0 });
  return checks.some((check) => check.check === "custom")
    ? fc.stringMatching(/^[a-z][a-z0-9_/]{0,12}[a-z]$/)
    : plain;
}

function numberOf(schema: z.core.$ZodType): fc.Arbitrary<number> {
  const { minimum, maximum, integer } = bounds(schema);
  if (integer) return fc.integer({ min: Math.ceil(minimum ?? -1e6), max: maximum ?? 1e6 });
  return fc
    .double({ min: minimum ?? -1e6, max: maximum ?? 1e6, noNaN: true, noDefaultInfinity: true })
    .map((value) => (Object.is(value, -0) ? 0 : value));
}

interface Bounds {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly integer: boolean;
}

function bounds(schema: z.core.$ZodType): Bounds {
  let minimum: number | undefined;
  let maximum: number | undefined;
  let integer = false;
  for (const check of checksOf(schema)) {
    if (check.format === "safeint") integer = true;
    if (check.check === "min_length") minimum = check.minimum as number;
    if (check.check === "less_than") maximum = check.value as number;
    if (check.check === "greater_than") minimum = (check.value as number) + (check.inclusive ? 0 : 1);
  }
  return { minimum, maximum, integer };
}

function checksOf(schema: z.core.$ZodType): readonly Definition[] {
  const definition = schema._zod.def as unknown as Definition;
  const checks = (definition.checks as { _zod: { def: Definition } }[] | undefined) ?? [];
  return [definition, ...checks.map((check) => check._zod.def)];
}
