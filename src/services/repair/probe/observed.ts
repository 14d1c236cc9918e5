import { z } from "zod";

/** An argument. `degenerate`: a value that guards often check for, such as null, zero or an empty list. */
const Value = z.object({
  kind: z.enum(["number", "string", "container", "object", "flag"]),
  degenerate: z.boolean(),
  text: z.string(),
});

/** Two answers of one side to one input, the second after other calls; null if there was none. */
const Answers = z.tuple([z.string().nullable(), z.string().nullable()]).nullish();

/** A call with its answers from plain processes with the old and the new code, and from inside the test framework. */
const Input = z.object({
  aim: z.int(),
  shown: z.string(),
  /** The test input that it varies; null for a test input itself. */
  base: z.int().nullable(),
  /** Which arguments differ from the base, and by how much: 1 and 2 are neighbors, 7 has the same structure. */
  varied: z.array(z.int()).default([]),
  near: z.int().default(9),
  values: z.array(Value).default([]),
  /** Numbers and strings in its arguments. */
  leaves: z.array(z.string()).default([]),
  /** Whether a test got different answers to it. */
  unsteady: z.boolean().default(false),
  old: Answers,
  new: Answers,
  inside: z.string().nullish(),
  insideOld: z.string().nullish(),
  /** Short descriptions of its arguments: a value, a length, an item. */
  features: z.record(z.string(), z.string()).default({}),
});

/** Sequences of steps like those of a fixed test: the marks of each, and whether old and new code differ on it. */
const History = z.object({
  shown: z.string(),
  /** The marks of the test itself. */
  own: z.record(z.string(), z.string()),
  observed: z.array(z.object({ features: z.record(z.string(), z.string()), differs: z.boolean() })),
});

const Message = z.union([
  z.object({ failed: z.string() }),
  /** The new code cannot be loaded outside the tests, but the old code can. */
  z.object({ unloadable: z.string() }),
  z.object({ probed: z.array(Input), histories: z.array(History).default([]) }),
]);

export type Value = z.infer<typeof Value>;
export type Input = z.infer<typeof Input>;
export type History = z.infer<typeof History>;
export type Message = z.infer<typeof Message>;

/** A worker's report; null for a line that is not an answer. */
export function readMessage(line: string): Message | null {
  try {
    return Message.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
