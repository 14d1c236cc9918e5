import type { House } from "../../workflows/house.ts";

interface Shelf {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  list(house: House): Promise<unknown>;
  /** Null where there is none by that id. */
  one?(house: House, id: string): Promise<unknown>;
}

const SCHEME = "agentforge://";

/** Read-only views of what AgentForge keeps: `agentforge://sessions`, `agentforge://sessions/<id>`. */
const SHELVES: readonly Shelf[] = [
  {
    name: "violations",
    title: "Violations",
    description: "Open violations of the repository's contracts, the most severe first.",
    list: (house) => house.conformance.violations({ status: "open", limit: 200 }),
    one: (house, id) => house.conformance.violation(id),
  },
  {
    name: "sessions",
    title: "Sessions",
    description: "Recorded runs, the newest first; one by its id, with every step.",
    list: (house) => house.sessions.list({ limit: 50 }),
    async one(house, id) {
      const session = await house.sessions.get(id);
      return session && { session, steps: await house.sessions.history(id) };
    },
  },
  {
    name: "reports",
    title: "Reports",
    description: "Reviews, pending and answered; one by its id, with diff and evidence.",
    async list(house) {
      const reviews = await house.reviews.list();
      return reviews
        .slice(0, 50)
        .map(({ review_id, title, status, created_at }) => ({ review_id, title, status, created_at }));
    },
    one: (house, id) => house.reviews.get(id),
  },
  {
    name: "journal",
    title: "Journal",
    description: "The last hundred things any actor did here.",
    list: (house) => house.journal.query({ limit: 100 }),
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

/** The text of a resource, or null where there is none. */
export async function readResource(house: House, uri: string): Promise<string | null> {
  if (!uri.startsWith(SCHEME)) return null;
  const [name, id, ...more] = uri.slice(SCHEME.length).split("/");
  const shelf = SHELVES.find((each) => each.name === name);
  if (!shelf || more.length > 0) return null;
  const value = id ? await shelf.one?.(house, decodeURIComponent(id)) : await shelf.list(house);
  return value === null || value === undefined ? null : JSON.stringify(value, null, 2);
}
