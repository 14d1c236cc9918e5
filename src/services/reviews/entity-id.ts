import { AgentForgeError } from "../../domain/errors.ts";

const ID = /^[0-9A-Za-z](?:[0-9A-Za-z_-]|\.(?!\.)){0,127}$/;

/** An id becomes a file name, so it must not lead to another folder. */
export function checkId(id: string, noun: string): void {
  if (ID.test(id)) return;
  throw new AgentForgeError("bad_input", `"${id}" cannot be the id of ${noun}`, {
    hint: "Use letters, digits, dots, dashes and underscores.",
  });
}
