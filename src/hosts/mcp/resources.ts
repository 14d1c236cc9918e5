import { type App, presentable } from "../../app.ts";
import type { Ports } from "../../workflows/ports.ts";

interface Shelf {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  list(ports: Ports): Promise<unknown>;
  /** Null if there is none with that id. */
  one?(ports: Ports, id: string): Promise<unknown>;
}

const SCHEME = "agentforge://";

/** Read-only views of AgentForge's state: `agentforge://sessions`, `agentforge://sessions/<id>`. */
const SHELVES: readonly Shelf[] = [
  {
    name: "violations",
    title: "Violations",
    description: "Open violations of the repository's contracts, the most severe first.",
    list: (ports) => ports.conformance.violations({ status: "open", limit: 200 }),
    one: (ports, id) => ports.conformance.violation(id),
  },
  {
    name: "sessions",
    title: "Sessions",
    description: "Recorded runs, the newest first; one by its id, with every step.",
    list: (ports) => ports.sessions.list({ limit: 50 }),
    async one(ports, id) {
      const session = await ports.sessions.get(id);
      return session && { session, steps: await ports.sessions.history(id) };
    },
  },
  {
    name: "reports",
    title: "Reports",
    description: "Reviews, pending and answered; one by its id, with diff and evidence.",
    async list(ports) {
      const reviews = await ports.reviews.list();
      return reviews
        .slice(0, 50)
        .map(({ review_id, title, status, created_at }) => ({ review_id, title, status, created_at }));
    },
    one: (ports, id) => ports.reviews.get(id),
  },
  {
    name: "journal",
    title: "Journal",
    description: "The last hundred journal records of this repository.",
    list: (ports) => ports.journal.query({ limit: 100 }),
  },
];

export function listResources() {
  return SHELVES.map(({ name, title, description }) => ({
    uri: `${SCHEME}${name}`,
    name,
    title,
    description,
    mimeType: "application/json",
  }));
}

export function listTemplates() {
  return SHELVES.filter((shelf) => shelf.one).map(({ name, title, description }) => ({
    uriTemplate: `${SCHEME}${name}/{id}`,
    name: `${name}-by-id`,
    title: `${title} by id`,
    description,
    mimeType: "application/json",
  }));
}

/** The text of a resource, or null if there is none. */
export async function readResource(
  { ports, redactor }: Pick<App, "ports" | "redactor">,
  uri: string,
): Promise<string | null> {
  if (!uri.startsWith(SCHEME)) return null;
  const [name, id, ...more] = uri.slice(SCHEME.length).split("/");
  const shelf = SHELVES.find((each) => each.name === name);
  if (!shelf || more.length > 0) return null;
  const value = id ? await shelf.one?.(ports, decodeURIComponent(id)) : await shelf.list(ports);
  return value === null || value === undefined ? null : JSON.stringify(presentable(value, redactor), null, 2);
}
