/** How the user's git would sign a commit. Programs are run only if the user's own configuration names them. */
export interface SigningWish {
  readonly format: "openpgp" | "ssh" | "x509";
  /** Configuration for the single git call that signs. */
  readonly configuration: readonly (readonly [name: string, value: string])[];
  /** Why it cannot be done as configured; null if it can. */
  readonly refused: string | null;
}

type Configuration = ReadonlyMap<string, string>;

const FORMATS = ["openpgp", "ssh", "x509"] as const;

/**
 * Null if git would not sign. `own` is the user's configuration outside the repository: a repository may ask
 * for signatures and name a key, but a program that it names is never run.
 */
export function signingIn(all: Configuration, own: Configuration): SigningWish | null {
  if (!/^(?:true|yes|on|[1-9]\d*)$/i.test(all.get("commit.gpgsign") ?? "")) return null;
  const named = (all.get("gpg.format") ?? "openpgp").toLowerCase();
  const format = FORMATS.find((each) => each === named);
  if (format === undefined)
    return {
      format: "openpgp",
      configuration: [],
      refused: `gpg.format is "${named}", which is not supported`,
    };
  const key = all.get("user.signingkey");
  const programs = programSettings(format, key);
  const foreign = programs.find((name) => all.get(name) !== own.get(name));
  const needsKey = format === "ssh" && !key && !all.has("gpg.ssh.defaultkeycommand");
  return {
    format,
    configuration: [
      ["gpg.format", format],
      ...(key ? [["user.signingkey", key] as const] : []),
      ...programs.flatMap((name) => {
        const value = own.get(name);
        return value === undefined ? [] : [[name, value] as const];
      }),
    ],
    refused: foreign
      ? `${foreign} is set in the repository's own configuration, and AgentForge does not run programs that a repository names: set it with git config --global`
      : needsKey
        ? "gpg.format is ssh and user.signingkey is not set: name your key with git config --global user.signingkey"
        : null,
  };
}

/** Settings that name a program to run. */
function programSettings(format: SigningWish["format"], key: string | undefined): readonly string[] {
  if (format === "openpgp") return ["gpg.program", "gpg.openpgp.program"];
  if (format === "x509") return ["gpg.x509.program"];
  return ["gpg.ssh.program", ...(key ? [] : ["gpg.ssh.defaultkeycommand"])];
}

const PASSED = ["HOME", "GNUPGHOME", "GPG_TTY", "SSH_AUTH_SOCK", "DISPLAY", "WAYLAND_DISPLAY"];
const PASSED_TOO = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"];

/**
 * Other variables that a signing program may see. ssh-keygen must not prompt on the terminal, because an
 * agent has the key.
 */
export function signingEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const passed = Object.entries(env).filter(([name]) => [...PASSED, ...PASSED_TOO].includes(name));
  return { ...Object.fromEntries(passed), SSH_ASKPASS: "/bin/false", SSH_ASKPASS_REQUIRE: "force" };
}

export function whySigningFailed(format: SigningWish["format"], said: string): string {
  const next =
    format === "ssh"
      ? "make sure that user.signingkey names your key and that ssh-add has loaded it"
      : "make sure that git commit -S works in this terminal, so that the agent has the passphrase";
  const reason = said
    .split("\n")
    .map((line) => line.replace(/^(?:error|fatal): |^git .* failed: (?:error: )?/, "").trim())
    .find((line) => line !== "");
  return `commit.gpgsign requires a signature, and ${format} could not create one (${reason ?? "it gave no reason"}): ${next}, or set commits.signing: unsigned in your settings`;
}
