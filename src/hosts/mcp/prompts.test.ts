import { expect, it } from "vitest";
import { listPrompts, promptText } from "./prompts.ts";
import { listResources, listTemplates } from "./resources.ts";

it.each(listPrompts())(
  "the prompt $name uses every argument that it asks for",
  ({ name, arguments: args }) => {
    const values = Object.fromEntries(args.map((argument) => [argument.name, `<${argument.name}>`]));
    const text = promptText(name, values) ?? "";
    for (const value of Object.values(values)) expect(text).toContain(value);
    const required = Object.fromEntries(args.flatMap((each) => (each.required ? [[each.name, "x"]] : [])));
    expect(promptText(name, required)).not.toContain("undefined");
  },
);

it("there is no text for an unknown prompt", () => {
  expect(promptText("approve-everything", {})).toBeNull();
});

it("every template reads one item of a listed resource", () => {
  const listed = listResources().map(({ uri }) => `${uri}/{id}`);
  expect(listTemplates().length).toBeGreaterThan(0);
  for (const { uriTemplate } of listTemplates()) expect(listed).toContain(uriTemplate);
});
