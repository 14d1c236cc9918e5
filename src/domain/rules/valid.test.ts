import { expect, it } from "vitest";
import { z } from "zod";
import { AgentForgeError } from "../errors.ts";
import { requireValid } from "./valid.ts";

const schema = z.object({ count: z.int() });

it("gives back what fits", () => {
  expect(requireValid(schema, { count: 1 }, "the file", "write a number")).toEqual({ count: 1 });
});

it("says what does not fit, where, and what to do", () => {
  const check = () => requireValid(schema, { count: "one" }, "the file", "write a number");
  expect(check).toThrow(AgentForgeError);
  expect(check).toThrow(/the file is not valid:.*count/s);
});
