import { expect, it } from "vitest";
import { AgentForgeError } from "../../../domain/errors.ts";
import { createPaint } from "../terminal.ts";
import { renderProblem } from "./problem.ts";

it.each([
  ["a message alone", new Error("it broke"), "✖ it broke"],
  ["what is thrown without being an error", "odd", "✖ odd"],
  [
    "every line of a hint, without control characters",
    new AgentForgeError("busy", "it is busy", { hint: "Wait.\nThen try \u001b[31magain." }),
    "✖ it is busy\n  → Wait.\n  → Then try �[31magain.",
  ],
])("shows %s", (_name, error, text) => {
  expect(renderProblem(error, createPaint(false)).replace(/[^\n\x20-\x7e✖→]/g, "�")).toBe(text);
});
