import { z } from "zod";
import { AgentForgeError } from "../../domain/errors.ts";

/** How to reach the API of one host. The token goes into a header of these requests and nowhere else. */
export interface Access {
  readonly apiBase: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly slowestMs?: number | undefined;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

type Method = "GET" | "POST" | "PATCH" | "PUT";

const SLOWEST_MS = 30_000;
const LARGEST_PAGE = 100;
const MOST_PAGES = 10;

export type Call = (method: Method, path: string, body?: unknown) => Promise<Answer>;

export function createCall({ apiBase, headers, slowestMs = SLOWEST_MS }: Access): Call {
  const base = apiBase.replace(/\/+$/, "");
  return async (method, path, body) => {
    const url = `${base}${path}`;
    try {
      const response = await fetch(url, {
        method,
        headers: { accept: "application/json", "user-agent": "agentforge", ...headers, ...typeOf(body) },
        // A redirect would send the token to another host.
        redirect: "error",
        signal: AbortSignal.timeout(slowestMs),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const data: unknown = await response.json().catch(() => null);
      return { status: response.status, body: data, headers: response.headers };
    } catch (cause) {
      const { host } = new URL(url);
      const isSlow = cause instanceof Error && cause.name === "TimeoutError";
      const why = isSlow ? `did not answer within ${slowestMs / 1000} seconds` : "cannot be reached";
      throw new AgentForgeError("remote_failed", `${host} ${why}`, {
        hint: "Check the network and the address of the API, then run the command again.",
        cause,
      });
    }
  };
}

/** All elements of a paged list, up to 1,000. */
export async function readAll<Schema extends z.ZodType>(
  call: Call,
  path: string,
  element: Schema,
  what: string,
): Promise<readonly z.output<Schema>[]> {
  const found: z.output<Schema>[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const mark = path.includes("?") ? "&" : "?";
    const answer = await call(
      "GET",
      `${path}${mark}per_page=${LARGEST_PAGE}&limit=${LARGEST_PAGE}&page=${page}`,
    );
    if (answer.status !== 200) throw failure(answer, what);
    const elements = z.array(element).safeParse(answer.body).data ?? [];
    found.push(...elements);
    if (!answer.headers.get("link")?.includes('rel="next"')) break;
  }
  return found;
}

const Problem = z.object({
  message: z.unknown().optional(),
  error: z.unknown().optional(),
  errors: z.array(z.unknown()).optional(),
});

/** The host's answer, and what a person can do about it. */
export function failure(answer: Answer, what: string): AgentForgeError {
  const problem = Problem.safeParse(answer.body).data;
  const said = problem?.message ?? problem?.error ?? "";
  const text = typeof said === "string" ? said : JSON.stringify(said);
  const details = problem?.errors === undefined ? "" : ` ${JSON.stringify(problem.errors)}`;
  return new AgentForgeError("remote_failed", `${what} failed (${answer.status}): ${text}${details}`, {
    hint: hintFor(answer),
  });
}

function hintFor({ status, headers }: Answer): string {
  const wait = headers.get("retry-after");
  if (status === 429 || headers.get("x-ratelimit-remaining") === "0" || wait !== null)
    return `The host limits the request rate${wait === null ? "" : `; try again in ${wait} seconds`}. Then run the command again.`;
  if (status === 401) return "Check that the token is valid and has not expired.";
  if (status === 403 || status === 404)
    return "Check that the token may create pull requests in this repository.";
  if (status >= 500) return "The host has a problem; run the command again later.";
  return "Read the host's answer, fix its cause and run the command again.";
}

function typeOf(body: unknown): Record<string, string> {
  return body === undefined ? {} : { "content-type": "application/json" };
}
