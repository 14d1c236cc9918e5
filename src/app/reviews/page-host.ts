import type { AppOptions } from "../../app.ts";
import type { Role } from "../../domain/entities/role.ts";

/** What the command line passes to the HTTP host. They do not import each other, so both use these types. */
export interface PageOptions extends AppOptions {
  /** 0: any free port. Null: the default port, or any free one if it is taken. */
  readonly port: number | null;
  /** For the fleet page, its database; null for the repository page. */
  readonly fleet: { readonly database: string | null } | null;
  /** Null: this machine only. */
  readonly exposure: Exposure | null;
  /** Called with unexpected errors. */
  readonly bug: (error: unknown) => void;
  readonly notice: (message: string) => void;
}

/** How other machines reach the page. */
export interface Exposure {
  /** The address to listen on. */
  readonly host: string;
  /** The addresses people open, such as `https://review.example.com`. */
  readonly addresses: readonly string[];
  /** A proxy that signs people in; null when the server checks their passwords itself. */
  readonly proxy: TrustedProxy | null;
  readonly checkPassword: CheckPassword | null;
  readonly accountOf: AccountOf;
}

export interface TrustedProxy {
  /** The header that names the signed-in person. */
  readonly header: string;
  /** IP addresses, or networks such as 10.1.2.0/24. */
  readonly addresses: readonly string[];
  /** The header that names their groups, separated by commas; null if there is none. */
  readonly groupsHeader: string | null;
  readonly roles: readonly RoleRule[];
}

/** Who has a role: the members of one of the proxy's groups, or `*` for everyone it lets in. */
export interface RoleRule {
  readonly role: Role;
  readonly group: string;
}

/** Checks a name and its password. Takes the same time for an unknown name. */
export type CheckPassword = (name: string, password: string) => Promise<boolean>;

/** The account of a person who signs in with a password; null if there is none, or the person was removed. */
export type AccountOf = (name: string) => Promise<Account | null>;

export interface Account {
  readonly role: Role;
  /** Changes with the password, and does not reveal it. */
  readonly credential: string;
}

export interface Listening {
  /** Without a token. */
  readonly address: string;
  /** Signs in anyone who opens it, for as long as the server runs. Null if people sign in themselves. */
  readonly link: string | null;
  /** A link that works once, within a minute. */
  readonly linkForOnce: () => string;
}

export interface PageHost {
  /** Serves the page and its API, for one repository or for a fleet, until `signal` aborts. */
  serveHttp(
    options: PageOptions,
    signal: AbortSignal,
    onListening: (listening: Listening) => void,
  ): Promise<void>;
}
