import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readAll } from "node:stream/consumers";
import type { ForgeKind } from "../../src/domain/ports/forge.ts";

export const TOKEN = "forge-token-5f1d";
export const PROJECT = "owner/name";

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Answers only after this delay. */
  readonly afterMs?: number;
}

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Record<string, unknown>;
}

interface Pull {
  readonly number: number;
  readonly head: string;
  readonly base: string;
  title: string;
  body: string;
  state: "open" | "closed";
}

export interface ForgeServer extends AsyncDisposable {
  readonly kind: ForgeKind;
  /** As the pipeline's variables provide it. */
  readonly apiBase: string;
  readonly requests: readonly Seen[];
  readonly pulls: readonly Pull[];
  /** Reviews, or the notes of discussions. */
  readonly comments: readonly Record<string, unknown>[];
  /** Answers for the next requests, instead of the regular ones. */
  readonly answers: Reply[];
}

/** A forge on loopback that stores pull requests and comments and answers as documented for the real one. */
export async function startForge(kind: ForgeKind): Promise<ForgeServer> {
  const state: State = { pulls: [], comments: [] };
  const requests: Seen[] = [];
  const answers: Reply[] = [];
  const server = createServer(async (request, response) => {
    const text = await readAll(request);
    const [path = "", query = ""] = (request.url ?? "").split("?");
    const body = text === "" ? {} : JSON.parse(text);
    requests.push({ method: request.method ?? "", path, headers: request.headers, body });
    const known = isKnown(kind, request.headers);
    const reply =
      answers.shift() ?? (known ? SPEAK[kind](state, requests, new URLSearchParams(query)) : UNKNOWN);
    if (reply.afterMs) await new Promise((resolve) => setTimeout(resolve, reply.afterMs));
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const suffix = { github: "", gitlab: "/api/v4", gitea: "/api/v1" }[kind];
  return {
    kind,
    apiBase: `http://127.0.0.1:${port}${suffix}`,
    requests,
    pulls: state.pulls,
    comments: state.comments,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface State {
  readonly pulls: Pull[];
  readonly comments: Record<string, unknown>[];
}

type Speak = (state: State, requests: readonly Seen[], query: URLSearchParams) => Reply;

const UNKNOWN: Reply = { status: 401, body: { message: "Bad credentials" } };
const MISSING: Reply = { status: 404, body: { message: "Not Found" } };

function isKnown(kind: ForgeKind, headers: IncomingMessage["headers"]): boolean {
  if (kind === "github") return headers.authorization === `Bearer ${TOKEN}`;
  return kind === "gitlab" ? headers["private-token"] === TOKEN : headers.authorization === `token ${TOKEN}`;
}

function open(state: State, head: unknown, base: unknown): Pull | undefined {
  return state.pulls.find((pull) => pull.state === "open" && pull.head === head && pull.base === base);
}

function add(state: State, { head, base, title, body }: Record<string, unknown>): Pull {
  const pull: Pull = {
    ...{ number: state.pulls.length + 1, head: String(head), base: String(base) },
    ...{ title: String(title), body: String(body), state: "open" },
  };
  state.pulls.push(pull);
  return pull;
}

function change(pull: Pull, { title, body, state }: Record<string, unknown>): void {
  if (title !== undefined) pull.title = String(title);
  if (body !== undefined) pull.body = String(body);
  if (state === "closed") pull.state = "closed";
}

const webAddress = (number: number) => `https://forge.example/${PROJECT}/pulls/${number}`;

/** https://docs.github.com/rest/pulls */
const github: Speak = (state, requests, query) => {
  const { method, path, body } = requests.at(-1) as Seen;
  const show = (pull: Pull) => ({
    html_url: webAddress(pull.number),
    number: pull.number,
    state: pull.state,
  });
  const [, rest = null] = /^\/repos\/owner\/name\/pulls(.*)$/.exec(path) ?? [];
  if (rest === null) return MISSING;
  if (rest === "" && method === "POST") {
    if (open(state, body.head, body.base)) {
      const message = `A pull request already exists for owner:${body.head}.`;
      const errors = [{ resource: "PullRequest", code: "custom", message }];
      return { status: 422, body: { message: "Validation Failed", errors } };
    }
    return { status: 201, body: show(add(state, body)) };
  }
  if (rest === "") {
    const head = query.get("head")?.replace(/^owner:/, "");
    return {
      status: 200,
      body: state.pulls.filter((pull) => pull.head === head && pull.state === "open").map(show),
    };
  }
  return reviewed(state, requests.at(-1) as Seen, rest, { changed: 200, posted: 200 }, show);
};

/** https://docs.gitlab.com/api/merge_requests and /discussions */
const gitlab: Speak = (state, requests, query) => {
  const { method, path, body } = requests.at(-1) as Seen;
  const refs = { base_sha: "b".repeat(40), start_sha: "b".repeat(40), head_sha: "c".repeat(40) };
  const show = (pull: Pull) => ({ web_url: webAddress(pull.number), iid: pull.number, diff_refs: refs });
  const [, rest = null] = /^\/api\/v4\/projects\/owner%2Fname\/merge_requests(.*)$/.exec(path) ?? [];
  if (rest === null) return MISSING;
  const told = {
    head: body.source_branch,
    base: body.target_branch,
    title: body.title,
    body: body.description,
  };
  if (rest === "" && method === "POST") {
    if (open(state, told.head, told.base))
      return {
        status: 409,
        body: { message: ["Another open merge request already exists for this source branch"] },
      };
    return { status: 201, body: show(add(state, told)) };
  }
  if (rest === "") {
    const found = open(state, query.get("source_branch"), query.get("target_branch"));
    return { status: 200, body: found ? [show(found)] : [] };
  }
  const [, number, discussions] = /^\/(\d+)(\/discussions)?$/.exec(rest) ?? [];
  const pull = state.pulls.find((each) => each.number === Number(number)) ?? null;
  if (discussions && method === "POST") {
    const position = body.position as Record<string, unknown> | undefined;
    if (!position?.new_line)
      return { status: 400, body: { message: "400 Bad request - position is missing" } };
    state.comments.push(body);
    return { status: 201, body: { id: "d1", notes: [{ body: body.body }] } };
  }
  if (discussions)
    return { status: 200, body: state.comments.map((each) => ({ notes: [{ body: each.body }] })) };
  if (method === "GET")
    return { status: 200, body: pull ? show(pull) : { ...show({ number: 7 } as Pull), iid: 7 } };
  if (pull === null) return MISSING;
  change(pull, {
    title: told.title,
    body: told.body,
    ...(body.state_event === "close" && { state: "closed" }),
  });
  return { status: 200, body: show(pull) };
};

/** https://docs.gitea.com/api: `repository` */
const gitea: Speak = (state, requests) => {
  const { method, path, body } = requests.at(-1) as Seen;
  const show = (pull: Pull) => ({
    ...{ html_url: webAddress(pull.number), number: pull.number, state: pull.state },
    ...{ head: { ref: pull.head }, base: { ref: pull.base } },
  });
  const [, rest = null] = /^\/api\/v1\/repos\/owner\/name\/pulls(.*)$/.exec(path) ?? [];
  if (rest === null) return MISSING;
  if (rest === "" && method === "POST") {
    const known = open(state, body.head, body.base);
    if (known)
      return {
        status: 409,
        body: { message: `pull request already exists for these targets [id: ${known.number}]` },
      };
    return { status: 201, body: show(add(state, body)) };
  }
  if (rest === "")
    return { status: 200, body: state.pulls.filter((pull) => pull.state === "open").map(show) };
  return reviewed(state, requests.at(-1) as Seen, rest, { changed: 201, posted: 200 }, show);
};

/** Answers that GitHub and Gitea share. */
function reviewed(
  state: State,
  { method, body }: Seen,
  rest: string,
  codes: { readonly changed: number; readonly posted: number },
  show: (pull: Pull) => object,
): Reply {
  const [, number, reviews] = /^\/(\d+)(\/reviews)?$/.exec(rest) ?? [];
  const address = `${webAddress(Number(number))}#review-1`;
  if (reviews && method === "GET")
    return { status: 200, body: state.comments.map((each) => ({ body: each.body, html_url: address })) };
  if (reviews) {
    state.comments.push(body);
    return { status: codes.posted, body: { body: body.body, html_url: address } };
  }
  const pull = state.pulls.find((each) => each.number === Number(number));
  if (!pull) return MISSING;
  change(pull, body);
  return { status: codes.changed, body: show(pull) };
}

const SPEAK: Readonly<Record<ForgeKind, Speak>> = { github, gitlab, gitea };
