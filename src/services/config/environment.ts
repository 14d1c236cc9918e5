import { homedir, tmpdir, userInfo } from "node:os";

/** What AgentForge takes from the process environment. Nothing else in the program reads it. */
export interface Environment {
  /** Folders to look programs up in. */
  readonly path: string;
  readonly home: string;
  readonly temporary: string;
  /** Who answers, as far as the machine knows. */
  readonly person: string;
  readonly isCi: boolean;
  readonly noColor: boolean;
  readonly forceColor: boolean;
  /** How the person can call us again. */
  readonly program: string;
  /** Values that must never be written anywhere: keys, tokens, passwords. */
  readonly secrets: readonly string[];
}

export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  return {
    path: variables.PATH ?? "/usr/local/bin:/usr/bin:/bin",
    home: variables.HOME ?? homedir(),
    temporary: tmpdir(),
    person: variables.AGENTFORGE_USER ?? variables.SUDO_USER ?? variables.USER ?? nameOfUser(),
    isCi: isSet(variables.CI),
    noColor: isSet(variables.NO_COLOR),
    forceColor: isSet(variables.FORCE_COLOR),
    program: variables.npm_execpath === undefined ? "agentforge" : "npx agentforge",
    secrets: secretsIn(variables),
  };
}

function secretsIn(variables: NodeJS.ProcessEnv): string[] {
  const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH)/i;
  return Object.entries(variables)
    .filter(([name, value]) => secretName.test(name) && (value ?? "").length >= 8)
    .map(([, value]) => value ?? "");
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "" && value !== "0" && value !== "false";
}

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "unknown";
  }
}
