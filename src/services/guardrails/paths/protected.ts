import { foldName } from "../../../domain/rules/paths/file-name.ts";
import { coversPath, globMayMatch, namesPath } from "./patterns.ts";

/** Every match has a segment that starts with a dot. */
const HIDDEN = ["/."];

/**
 * Places where a file is code that other programs run, or a rule that protects the user. Only a path with one
 * of the needles is matched: compiling all these expressions would dominate a hook's time.
 */
export const CONTROL: readonly (readonly [needles: readonly string[], RegExp, string])[] = [
  [[".git", "git~"], /(?:^|\/)(?:\.git|git~\d+)(?:\/|$)/, "git's own files"],
  [HIDDEN, /(?:^|\/)\.(?:gitattributes|gitmodules|gitconfig)$/, "git configuration"],
  [
    HIDDEN,
    /(?:^|\/)\.(?:claude|codex|gemini|cursor|cursorrules|agents|aider[^/]*|continue|windsurf[^/]*|kiro|roo|cline[^/]*|opencode|amp|goose)(?:\/|$)/,
    "agent configuration",
  ],
  [
    ["mcp.json", ".claude.json", "opencode.json"],
    /(?:^|\/)(?:\.mcp\.json|\.claude\.json|mcp\.json|opencode\.jsonc?)$/,
    "agent configuration",
  ],
  [
    HIDDEN,
    /(?:^|\/)\.(?:vscode|idea|zed|fleet|devcontainer|vim|nvim|emacs\.d|exrc|vimrc|nvimrc|lvimrc|nvim\.lua|emacs|dir-locals\.el|sublime-project|vs|nova)(?:\/|$)/,
    "editor configuration",
  ],
  [HIDDEN, /(?:^|\/)\.agentforge(?:\/|$)/, "AgentForge's own state and rules"],
  [HIDDEN, /(?:^|\/)\.harness(?:\/|$)/, "AgentForge's own state and rules"],
  [
    ["agentforge/", "/agentforge"],
    /^\/.*\/(?:(?:\.config|\.local\/state|\.cache)\/agentforge(?:\/|$)|agentforge\/(?:guard-state|compiled-hook|harness\.json|config\.yaml)(?:\/|$))/,
    "AgentForge's own state and rules",
  ],
  [
    HIDDEN,
    /(?:^|\/)(?:\.github|\.gitlab|\.circleci|\.buildkite|\.forgejo|\.gitea|\.woodpecker|\.drone)(?:\/(?!issue_template\/|.*\.md$)|$)/,
    "continuous integration",
  ],
  [
    [".gitlab-ci", ".travis", ".drone", ".woodpecker", ".cirrus", "jenkinsfile", "pipelines", "appveyor"],
    /(?:^|\/)(?:\.gitlab-ci\.ya?ml|\.travis\.yml|\.drone\.yml|\.woodpecker\.ya?ml|\.cirrus\.ya?ml|jenkinsfile|azure-pipelines\.ya?ml|bitbucket-pipelines\.yml|\.?appveyor\.yml)$/,
    "continuous integration",
  ],
  [
    [".husky", ".githooks", "lefthook", ".pre-commit", ".lintstaged"],
    /(?:^|\/)(?:\.husky|\.githooks|\.lefthook)(?:\/|$)|(?:^|\/)(?:lefthook\.ya?ml|\.pre-commit-config\.ya?ml|\.lintstagedrc[^/]*)$/,
    "hooks",
  ],
  [
    HIDDEN,
    /(?:^|\/)\.(?:npmrc|yarnrc|yarnrc\.yml|pnpmfile\.cjs|pypirc|netrc|pip|gemrc|cargo|curlrc|wgetrc|dockercfg|docker|kube|aws|azure|gcloud|ssh|gnupg)(?:\/|$)/,
    "tool settings and credentials",
  ],
  [
    [".yarn", "pip.conf", ".bundle"],
    /(?:^|\/)\.yarn\/(?:releases|plugins)(?:\/|$)|(?:^|\/)pip\.conf$|(?:^|\/)\.bundle\/config$/,
    "package manager programs and settings",
  ],
  [
    HIDDEN,
    /(?:^|\/)\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|inputrc|envrc|direnv|xinitrc|login)$/,
    "shell startup files",
  ],
  [HIDDEN, /(?:^|\/)\.(?:gdbinit|lldbinit|pdbrc)$/, "debugger startup files"],
  [
    ["node_modules", "site-packages", "venv"],
    /(?:^|\/)(?:node_modules|site-packages|\.venv|venv)(?:\/|$)/,
    "installed packages",
  ],
  [
    ["customize.py", ".pth"],
    /(?:^|\/)(?:sitecustomize|usercustomize)\.py$|\.pth$/,
    "code that Python runs at every start",
  ],
];

/** Places that git tracks or a tool recreates, and that nothing runs before a person has seen the change. */
const REVERSIBLE: ReadonlySet<string> = new Set([
  "continuous integration",
  "git configuration",
  "editor configuration",
  "installed packages",
]);

/** Names whose content is always secret, in addition to the settings. */
const SECRET_NAMES = [
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  "*.p12",
  "*.pfx",
  "*.keystore",
  "*.jks",
  ".netrc",
  ".pgpass",
  ".htpasswd",
  "secrets.json",
  "secrets.yaml",
  "secrets.yml",
  "secrets.toml",
  "secrets.env",
  "secrets.ini",
  ".git-credentials",
  ".npmrc",
  ".pypirc",
];
const HARMLESS_COPY =
  /\.(?:example|sample|template|dist|tmpl|defaults?)$|\.(?:example|sample|template)\.[a-z]+$/;
/** Names that the patterns above match, to test shell globs against. */
const EXAMPLES = [
  ".env",
  ".env.local",
  "server.pem",
  "private.key",
  "id_rsa",
  "id_ed25519",
  ".git",
  ".gitattributes",
  ".mcp.json",
  ".npmrc",
  ".claude",
  ".agentforge",
  ".husky",
  ".github",
  ".vscode",
  ".ssh",
  ".netrc",
  ".bashrc",
  "node_modules",
];

export interface Protection {
  readonly patterns: readonly string[];
  readonly allowed: readonly string[];
}

export interface Objection {
  readonly why: string;
  /** The matching pattern, from the settings or built in. */
  readonly pattern?: string;
  /** Git has the file, or a tool recreates it: a person may be asked. */
  readonly reversible?: true;
}

/** Why a path in the repository may not be written, or null. */
export function protectedFromWriting(path: string, protection: Protection): Objection | null {
  if (isAllowed(path, protection)) return null;
  const pattern = [...protection.patterns, ...SECRET_NAMES].find((candidate) => coversPath(candidate, path));
  if (pattern) return { why: `${path} is protected by "${pattern}"`, pattern };
  const folded = foldName(path);
  const control = CONTROL.find(
    ([needles, expression]) => hasNeedle(folded, needles) && expression.test(folded),
  );
  if (!control) return null;
  const why = `${path} belongs to ${control[2]}`;
  return REVERSIBLE.has(control[2]) ? { why, reversible: true } : { why };
}

/** Why a path may not be read, or null: only secrets may not. */
export function protectedFromReading(path: string, protection: Protection): Objection | null {
  if (isAllowed(path, protection) || HARMLESS_COPY.test(foldName(path))) return null;
  const pattern = [...protection.patterns, ...SECRET_NAMES].find((candidate) =>
    candidate.includes("/") ? coversPath(candidate, path) : namesPath(candidate, path),
  );
  if (pattern) return { why: `${path} contains secrets ("${pattern}")`, pattern };
  const folded = foldName(path);
  return hasNeedle(folded, HIDDEN) && /(?:^|\/)\.(?:ssh|aws|gnupg|kube|docker|azure|gcloud)\//.test(folded)
    ? { why: `${path} holds credentials` }
    : null;
}

/** The protected name that a glob could expand to, or null. */
export function protectedByGlob(glob: string): string | null {
  return globMayMatch(glob, EXAMPLES);
}

export function hasNeedle(path: string, needles: readonly string[]): boolean {
  const rooted = `/${path}`;
  return needles.some((needle) => rooted.includes(needle));
}

function isAllowed(path: string, protection: Protection): boolean {
  return protection.allowed.some((pattern) => namesPath(pattern, path));
}
