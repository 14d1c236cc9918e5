import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { Role } from "../../domain/entities/role.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import { requireValid } from "../../domain/rules/settings/valid.ts";
import type { Environment } from "../../services/config/index.ts";
import type { Account } from "./page-host.ts";

const Person = z.strictObject({
  name: z.string(),
  /** People who were added before roles existed could do everything. */
  role: Role.default("admin"),
  salt: z.base64(),
  hash: z.base64(),
  /** The scrypt cost, stored so that it can be raised later. */
  cost: z.int().positive(),
});
type Person = z.infer<typeof Person>;
const PeopleFile = z.strictObject({ people: z.array(Person) });

export interface People {
  /** Adds a person, or changes their password and role. */
  add(name: string, password: string, role: Role): Promise<"added" | "changed">;
  remove(name: string): Promise<void>;
  list(): Promise<readonly Pick<Person, "name" | "role">[]>;
  /** Null for an unknown name. */
  accountOf(name: string): Promise<Account | null>;
  /** Takes the same time for an unknown name. */
  check(name: string, password: string): Promise<boolean>;
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,99}$/u;
const SHORTEST = 12;
const COST = 2 ** 15;
const BYTES = 32;
const deriveKey = promisify<string, Buffer, number, { N: number; maxmem: number }, Buffer>(scrypt);

/**
 * The people who may sign in to a page that is exposed to other machines. The file belongs to the user and is
 * outside every repository, so that a cloned repository cannot add people.
 */
export function openPeople({ configFolder }: Pick<Environment, "configFolder">): People {
  const file = join(configFolder, "people.json");
  const read = () => readPeople(file);
  return {
    async add(name, password, role) {
      requireName(name);
      requirePassword(password);
      const people = await read();
      const others = people.filter((person) => person.name !== name);
      const known = people.find((person) => person.name === name);
      // With the same password, sessions stay valid.
      const isSame = known !== undefined && (await isPasswordOf(known, password));
      const person = isSame ? { ...known, role } : await newPerson(name, password, role);
      await writePeople(file, [...others, person]);
      return others.length === people.length ? "added" : "changed";
    },
    async remove(name) {
      const people = await read();
      const others = people.filter((person) => person.name !== name);
      if (others.length === people.length) {
        throw new AgentForgeError("not_found", `there is no user named ${name}`, {
          hint: "Run `agentforge serve user list` to see all of them.",
        });
      }
      await writePeople(file, others);
    },
    async list() {
      const people = (await read()).map(({ name, role }) => ({ name, role }));
      return people.sort((left, right) => (left.name < right.name ? -1 : 1));
    },
    async accountOf(name) {
      const person = (await read()).find((each) => each.name === name);
      return person === undefined ? null : { role: person.role, credential: credentialOf(person) };
    },
    async check(name, password) {
      const person = (await read()).find((each) => each.name === name);
      const isRight = await isPasswordOf(person ?? NOBODY, password);
      return isRight && person !== undefined;
    },
  };
}

const NOBODY: Person = {
  name: "",
  role: "viewer",
  salt: Buffer.alloc(16).toString("base64"),
  hash: Buffer.alloc(BYTES).toString("base64"),
  cost: COST,
};

async function isPasswordOf({ salt, hash, cost }: Person, password: string): Promise<boolean> {
  return timingSafeEqual(await keyOf(password, salt, cost), Buffer.from(hash, "base64"));
}

function credentialOf({ salt, hash }: Person): string {
  return createHash("sha256").update(`${salt} ${hash}`).digest("base64url");
}

async function newPerson(name: string, password: string, role: Role): Promise<Person> {
  const salt = randomBytes(16).toString("base64");
  const hash = (await keyOf(password, salt, COST)).toString("base64");
  return { name, role, salt, hash, cost: COST };
}

function keyOf(password: string, salt: string, cost: number): Promise<Buffer> {
  const options = { N: cost, maxmem: 256 * cost * 8 };
  return deriveKey(password.normalize("NFKC"), Buffer.from(salt, "base64"), BYTES, options);
}

async function readPeople(file: string): Promise<readonly Person[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return [];
  const hint = "Remove the file, then add each person again with `agentforge serve user add NAME`.";
  return requireValid(PeopleFile, parse(text), file, hint).people;
}

/** Written atomically, and readable by the user only. */
async function writePeople(file: string, people: readonly Person[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify({ people }, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function requireName(name: string): void {
  if (NAME.test(name)) return;
  throw new AgentForgeError("bad_input", `${JSON.stringify(name)} cannot be a name here`, {
    hint: "Use up to 100 letters, digits, spaces and . _ @ + -, starting with a letter or a digit.",
  });
}

function requirePassword(password: string): void {
  if (password.length >= SHORTEST && password.length <= 1_000) return;
  throw new AgentForgeError("bad_input", `a password needs ${SHORTEST} to 1,000 characters`, {
    hint: "A few words in a row are easy to remember and hard to guess.",
  });
}
