import type { IncomingMessage, ServerResponse } from "node:http";
import type { Account, AccountOf, CheckPassword } from "../../../app/reviews/page-host.ts";
import { Refusal } from "../problem.ts";
import { readBytes } from "../read-body.ts";
import type { SignIn } from "./sign-in.ts";

const MOST_BYTES = 4_096;
const MOST_AT_ONCE = 4;
const MOST_FAILURES = 10;
const PAUSE_MS = 60_000;

export interface SignInPageOptions {
  readonly signIn: SignIn;
  readonly checkPassword: CheckPassword;
  readonly accountOf: AccountOf;
  readonly elapsed: () => number;
}

/** A sign-in form that needs no script: a name and a password, exchanged for a cookie. */
export function createSignInPage({ signIn, checkPassword, accountOf, elapsed }: SignInPageOptions) {
  const failures = new Map<string, { count: number; until: number }>();
  let underWay = 0;

  /** Limited by name, not by address: behind a proxy, everyone has the same address. */
  function checkPace(name: string): void {
    const failed = failures.get(name);
    if (failed !== undefined && failed.until < elapsed()) failures.delete(name);
    else if (failed !== undefined && failed.count >= MOST_FAILURES) throw tooMany();
    if (underWay >= MOST_AT_ONCE) throw tooMany();
  }

  function noteFailure(name: string): void {
    const count = (failures.get(name)?.count ?? 0) + 1;
    if (failures.size > 10_000) failures.clear();
    failures.set(name, { count, until: elapsed() + PAUSE_MS });
  }

  async function admit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { name, password } = await readForm(request);
    checkPace(name);
    underWay += 1;
    const account = await accountWith(name, password).finally(() => {
      underWay -= 1;
    });
    if (account === null) {
      noteFailure(name);
      sendForm(response, 401, "The name or the password is wrong.");
      return;
    }
    failures.delete(name);
    response.writeHead(303, { "Set-Cookie": signIn.admit(name, account), Location: "/" }).end();
  }

  /** The account is read first: if the password changes in between, the session is not valid. */
  async function accountWith(name: string, password: string): Promise<Account | null> {
    const account = await accountOf(name);
    return (await checkPassword(name, password)) ? account : null;
  }

  return {
    answer(request: IncomingMessage, response: ServerResponse): Promise<void> | void {
      if (request.method === "POST") return admit(request, response);
      if (request.method === "PUT")
        throw new Refusal(405, "method_not_allowed", "the form must be sent with POST");
      sendForm(response, 200, null);
    },
  };
}

function tooMany(): Refusal {
  return new Refusal(429, "too_many_tries", "too many sign-in attempts", { hint: "Wait a minute." });
}

async function readForm(request: IncomingMessage): Promise<{ name: string; password: string }> {
  const type = (request.headers["content-type"] ?? "").toLowerCase();
  if (!type.startsWith("application/x-www-form-urlencoded")) {
    throw new Refusal(415, "unsupported", "the form must be sent as application/x-www-form-urlencoded");
  }
  const fields = new URLSearchParams((await readBytes(request, MOST_BYTES)).toString("utf8"));
  return { name: (fields.get("name") ?? "").slice(0, 200), password: fields.get("password") ?? "" };
}

/** Contains nothing from the request. */
function sendForm(response: ServerResponse, status: number, problem: string | null): void {
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in · AgentForge</title>
<link rel="stylesheet" href="/page.css">
</head>
<body>
<main class="sign-in">
<h1>AgentForge</h1>
${problem === null ? "" : `<p role="alert">${problem}</p>`}
<form method="post" action="/sign-in">
<p><label>Name <input name="name" autocomplete="username" required autofocus></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><button type="submit">Sign in</button></p>
</form>
</main>
</body>
</html>
`;
  response.writeHead(status, { "Content-Type": "text/html; charset=utf-8" }).end(text);
}
