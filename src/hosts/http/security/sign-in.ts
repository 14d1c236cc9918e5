import type { IncomingMessage } from "node:http";
import type { Account, AccountOf, TrustedProxy } from "../../../app/reviews/page-host.ts";
import type { Role } from "../../../domain/entities/role.ts";
import { Refusal } from "../problem.ts";
import { personFromProxy } from "./proxy.ts";
import { derive, isSame, newSecret } from "./random.ts";
import { changesSomething } from "./request-rules.ts";

/** Who sends a request, and the token their browser must send to change something. */
export interface Visitor {
  readonly person: string;
  readonly role: Role;
  readonly csrfToken: string;
}

export interface SignInOptions {
  readonly cookieName: string;
  /** Cookies are sent over TLS only. */
  readonly secure: boolean;
  readonly proxy: TrustedProxy | null;
  /** Called for every request, so a revoked role and a new password take effect immediately. */
  readonly accountOf: AccountOf;
  /** Milliseconds from an arbitrary start. */
  readonly elapsed: () => number;
}

const LINK_LIVES_MS = 60_000;
const SESSION_LIVES_MS = 12 * 60 * 60 * 1000;
const MOST_SESSIONS = 1_000;
const CSRF_HEADER = "x-agentforge-token";

interface Session {
  readonly person: string;
  /** Null for the person at the machine, whom a link signed in as admin. */
  readonly credential: string | null;
  readonly secret: string;
  readonly since: number;
}

export interface SignIn {
  /** A token for a link that signs this person in as admin: once within a minute, or as long as the server runs. */
  newToken(person: string, lives: "once" | "always"): string;
  /** The cookie for a token from a link; null if the token is unknown. */
  exchange(token: string): string | null;
  /** The cookie for a person who has proven their identity with the password of this account. */
  admit(person: string, account: Account): string;
  /** Throws 401 if nobody is signed in, and 403 if a change lacks the page's token. */
  visitorOf(request: IncomingMessage): Promise<Visitor>;
  isSignedIn(request: IncomingMessage): Promise<boolean>;
}

/** Sessions are kept in memory: after a restart, everyone signs in again. */
export function createSignIn(options: SignInOptions): SignIn {
  const { cookieName, elapsed } = options;
  const key = newSecret();
  const tokens: { person: string; token: string; until: number | null }[] = [];
  const sessions = new Map<string, Session>();

  function cookieFor(person: string, credential: string | null): string {
    const [oldest] = sessions.keys();
    if (sessions.size >= MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    const secret = newSecret();
    // The map is keyed by a digest, so a lookup takes the same time for any guess.
    sessions.set(derive(key, secret), { person, credential, secret, since: elapsed() });
    return `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict${options.secure ? "; Secure" : ""}`;
  }

  async function find(request: IncomingMessage): Promise<Visitor | null> {
    if (options.proxy !== null) {
      const proxied = personFromProxy(request, options.proxy);
      return { ...proxied, csrfToken: derive(key, `csrf proxy ${proxied.person}`) };
    }
    const secret = readCookie(request.headers.cookie ?? "", cookieName);
    const session = secret === null ? undefined : sessions.get(derive(key, secret));
    if (session === undefined || elapsed() - session.since > SESSION_LIVES_MS) return null;
    const role = await roleOf(session, options.accountOf);
    return role && { person: session.person, role, csrfToken: derive(key, `csrf ${session.secret}`) };
  }

  return {
    newToken(person, lives) {
      const token = newSecret();
      tokens.push({ person, token, until: lives === "once" ? elapsed() + LINK_LIVES_MS : null });
      return token;
    },
    exchange(given) {
      const found = tokens.filter(({ token }) => isSame(given, token))[0];
      if (found === undefined) return null;
      if (found.until !== null) tokens.splice(tokens.indexOf(found), 1);
      return found.until !== null && found.until < elapsed() ? null : cookieFor(found.person, null);
    },
    admit: (person, { credential }) => cookieFor(person, credential),
    isSignedIn: async (request) => (await find(request)) !== null,
    async visitorOf(request) {
      const visitor = await find(request);
      if (visitor === null) throw notSignedIn();
      if (changesSomething(request) && !isFromPage(request, visitor)) throw badToken();
      return visitor;
    },
  };
}

/** Null if the password has changed since, or the person was removed. */
async function roleOf({ person, credential }: Session, accountOf: AccountOf): Promise<Role | null> {
  if (credential === null) return "admin";
  const account = await accountOf(person);
  return account?.credential === credential ? account.role : null;
}

function isFromPage(request: IncomingMessage, { csrfToken }: Visitor): boolean {
  const given = request.headers[CSRF_HEADER];
  return isSame(typeof given === "string" ? given : "", csrfToken);
}

function notSignedIn(): Refusal {
  return new Refusal(401, "not_signed_in", "you are not signed in", {
    hint: "Open the link that agentforge serve printed, or sign in at /sign-in.",
  });
}

function badToken(): Refusal {
  return new Refusal(403, "bad_token", "the request lacks the page's token", {
    hint: "GET /api/project returns it; send it as X-AgentForge-Token.",
  });
}

/** The cookie's value; null if there are two with that name, because one of them was injected. */
function readCookie(header: string, name: string): string | null {
  const values = header
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  return values.length === 1 && /^[\w-]{20,64}$/.test(values[0] ?? "") ? (values[0] ?? null) : null;
}
