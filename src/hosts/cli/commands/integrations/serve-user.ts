import { text as readAll } from "node:stream/consumers";
import { openPeople } from "../../../../app/reviews/people.ts";
import type { Role } from "../../../../domain/entities/role.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import { createAsker } from "../../asker.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { visibleName } from "../../terminal.ts";

/** `serve user add`: the password is typed or read from standard input, never an argument that others can see. */
export async function addUser(
  context: CommandContext,
  name: string,
  { role }: { readonly role: Role },
): Promise<CommandResult> {
  const password = await readPassword(context.signal);
  const done = await openPeople(context.environment).add(name, password, role);
  const can = done === "added" ? "can sign in" : "has a new password";
  const text = `${context.paint("green", "✔")} ${visibleName(name)} ${can} as ${role} when you serve with --expose.`;
  return { exitCode: 0, text, data: { name, role, status: done } };
}

export async function removeUser(context: CommandContext, name: string): Promise<CommandResult> {
  await openPeople(context.environment).remove(name);
  return {
    exitCode: 0,
    text: `${visibleName(name)} can no longer sign in.`,
    data: { name, status: "removed" },
  };
}

export async function listUsers(context: CommandContext): Promise<CommandResult> {
  const people = await openPeople(context.environment).list();
  const lines = people.map(({ name, role }) => `${role.padEnd(8)}  ${visibleName(name)}`);
  const text =
    lines.length === 0 ? "No users yet. Run `agentforge serve user add NAME` to add one." : lines.join("\n");
  return { exitCode: 0, text, data: { people } };
}

async function readPassword(signal: AbortSignal): Promise<string> {
  const asker = createAsker(signal);
  if (asker === null) return (await readAll(process.stdin)).replace(/\r?\n$/, "");
  const password = await asker.secret("Password: ");
  if (password !== null && password === (await asker.secret("Repeat the password: "))) return password;
  throw new AgentForgeError("bad_input", "the passwords differ, or the password is empty");
}
