import { AgentForgeError } from "../../../domain/errors.ts";
import type { Command, Identity } from "../../../domain/ports/sandbox.ts";

/** The user, host and folders that a command sees: those of its identity, or the defaults. */
export interface Inside {
  readonly user: string;
  /** The group has the same id. */
  readonly uid: string;
  readonly host: string;
  readonly home: string;
  readonly temporary: string;
  readonly artifacts: string;
  readonly timeZone: string | null;
  readonly isUsual: boolean;
}

export const usual: Inside = {
  user: "sandbox",
  uid: "1000",
  host: "sandbox",
  home: "/home/sandbox",
  temporary: "/tmp",
  artifacts: "/run/artifacts",
  timeZone: null,
  isUsual: true,
};

export function insideOf(identity: Identity | undefined): Inside {
  if (identity === undefined) return usual;
  checkIdentity(identity);
  const { user, host, home, timeZone } = identity;
  const uid = String(uidOf(user));
  return {
    user,
    uid,
    host,
    home,
    timeZone,
    temporary: `/tmp/${user}`,
    artifacts: `/run/user/${uid}`,
    isUsual: false,
  };
}

/** Environment variables that tell the command its identity. */
export function identityVariables(inside: Inside): Record<string, string> {
  return {
    HOME: inside.home,
    USER: inside.user,
    LOGNAME: inside.user,
    TMPDIR: inside.temporary,
    ...(inside.timeZone === null ? {} : { TZ: inside.timeZone }),
  };
}

/**
 * A command with an identity does not get the variable for its artifacts, because it would reveal the run:
 * `{artifacts}` in its arguments is replaced by the folder.
 */
export function withArtifacts(command: Command, folder: string): readonly [string, ...string[]] {
  if (command.identity === undefined) return command.argv;
  const [program, ...rest] = command.argv;
  return [program, ...rest.map((word) => word.replaceAll("{artifacts}", () => folder))];
}

/** The variable that tells every other command where the folder is. */
export function artifactVariables(command: Command, folder: string): Record<string, string> {
  const isTold = command.identity === undefined && (command.artifacts ?? []).length > 0;
  return isTold ? { AGENTFORGE_ARTIFACTS: folder } : {};
}

export function passwdOf({ user, uid, home }: Inside): string {
  return `root:x:0:0:root:/root:/bin/sh\n${user}:x:${uid}:${uid}:${user}:${home}:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n`;
}

export function groupOf({ user, uid }: Inside): string {
  return `root:x:0:\n${user}:x:${uid}:\nnogroup:x:65534:\n`;
}

/** These words go into tables of users, mounts and shells, so they must not contain any special characters. */
function checkIdentity({ user, host, home, folder, timeZone }: Identity): void {
  const isPossible =
    /^[a-z][a-z0-9_-]{0,30}$/.test(user) &&
    !["root", "nobody", "nogroup"].includes(user) &&
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(host) &&
    isPossibleFolder(home) &&
    isPossibleFolder(folder) &&
    !`${home}/`.startsWith(`${folder}/`) &&
    !`${folder}/`.startsWith(`${home}/`) &&
    /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*)*$/.test(timeZone);
  if (isPossible) return;
  const given = JSON.stringify({ user, host, home, folder, timeZone });
  throw new AgentForgeError("bad_input", `${given} is not a valid identity for a command`);
}

function isPossibleFolder(path: string): boolean {
  return (
    /^(?:\/[a-z0-9_][\w.-]*){2,8}$/i.test(path) &&
    !/^\/(?:usr|bin|sbin|lib\w*|etc|proc|dev|sys|run|tmp)\//.test(path)
  );
}

/** A different number for every name, outside the ranges that systems use for people and services. */
function uidOf(user: string): number {
  const mixed = [...user].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 40_000, 7);
  return 2000 + mixed;
}
