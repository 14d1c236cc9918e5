import type { ServerResponse } from "node:http";
import type { AccountOf, CheckPassword } from "../../app/reviews/page-host.ts";
import type { Streams } from "./live/streams.ts";
import { Refusal } from "./problem.ts";
import { createApiListener } from "./router.ts";
import { changesSomething, checkRequest, type SiteRules } from "./security/request-rules.ts";
import type { SignIn } from "./security/sign-in.ts";
import { createSignInPage } from "./security/sign-in-page.ts";
import type { Answer, ServerLimits } from "./server.ts";
import type { Site } from "./site.ts";
import type { StaticFiles } from "./static-files.ts";

export interface AnswerOptions {
  readonly site: Site;
  readonly streams: Streams;
  readonly files: StaticFiles;
  readonly signIn: SignIn;
  readonly rules: SiteRules;
  readonly limits: ServerLimits;
  /** Null when nobody signs in with a password. */
  readonly checkPassword: CheckPassword | null;
  readonly accountOf: AccountOf;
  /** Work that must finish before the repository is closed, even if the client disconnects. */
  readonly underWay: Set<Promise<unknown>>;
  readonly bug: (error: unknown) => void;
}

/** Checks every request, then routes it to the API, the sign-in form, a link's token, or a static file. */
export function createAnswer(options: AnswerOptions): Answer {
  const { rules, signIn, files, checkPassword, accountOf } = options;
  const { elapsed } = options.site;
  const api = createApiListener({ ...options, bodyBytes: options.limits.bodyBytes });
  const form = checkPassword && createSignInPage({ signIn, checkPassword, accountOf, elapsed });
  return async (request, response) => {
    checkRequest(request, rules);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://page");
    if (pathname === "/api" || pathname.startsWith("/api/")) return api(request, response);
    if (pathname === "/sign-in" && form !== null) return form.answer(request, response);
    if (changesSomething(request))
      throw new Refusal(405, "method_not_allowed", "pages accept only GET and HEAD requests");
    const token = pathname === "/" ? searchParams.get("token") : null;
    if (token !== null) return admit(signIn, token, response);
    // The cookie is SameSite=Strict, so a link from another site arrives without it; a reload from this page sends it.
    const isForeign = request.headers["sec-fetch-site"] === "cross-site";
    if (form !== null && pathname === "/" && !isForeign && !(await signIn.isSignedIn(request))) {
      return response.writeHead(303, { Location: "/sign-in" }).end();
    }
    if (files.answer(pathname, request, response)) return;
    throw new Refusal(404, "not_found", "nothing exists at this address");
  };
}

/** Redirects, which removes the token from the address bar. */
function admit(signIn: SignIn, token: string, response: ServerResponse): void {
  const cookie = signIn.exchange(token);
  if (cookie === null) {
    throw new Refusal(401, "not_signed_in", "the link is no longer valid", {
      hint: "Open the link that agentforge serve printed last.",
    });
  }
  response.writeHead(303, { "Set-Cookie": cookie, Location: "/" }).end();
}
