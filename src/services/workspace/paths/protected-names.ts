import type { PathRule } from "./refusal.ts";

interface Protection {
  readonly rule: PathRule;
  /** Whether reading is refused as well as writing. */
  readonly read: boolean;
  readonly why: string;
  /** Exact names of a file or folder at any depth, lower case. */
  readonly names: ReadonlySet<string>;
  readonly also?: RegExp;
}

const protections: readonly Protection[] = [
  {
    rule: "git-internals",
    read: true,
    why: "it belongs to git",
    names: new Set([".git", "git~1", ".gitmodules", ".gitattributes", ".gitconfig", ".git-credentials"]),
  },
  {
    rule: "secrets",
    read: true,
    why: "it usually contains secrets",
    names: new Set([
      ...[".env", ".envrc", ".netrc", "_netrc", ".npmrc", ".pypirc", ".pgpass", ".htpasswd", ".dockercfg"],
      ...[".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".gcloud", ".vault-token"],
      ...["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "credentials.json", "service-account.json"],
    ]),
    also: /^\.env\.(?!(?:example|sample|template|dist|defaults?)$)|\.(?:pem|p12|pfx|keystore|jks|kdbx)$/,
  },
  {
    rule: "tool-configuration",
    read: false,
    why: "it controls agents, editors, hooks, CI or package managers",
    names: new Set([
      ...[".claude", ".claude.json", ".mcp.json", "mcp.json", "claude.md", "claude.local.md", "agents.md"],
      ...["gemini.md", ".codex", ".gemini", ".cursor", ".cursorrules", ".cursorignore", ".windsurf"],
      ...[".windsurfrules", ".continue", ".aider.conf.yml", ".clinerules", ".roo", ".roomodes", ".kiro"],
      ...[".opencode", ".amazonq", ".augment", ".junie", ".goosehints", ".qwen"],
      ...[".vscode", ".vscode-server", ".idea", ".zed", ".fleet", ".devcontainer", ".devcontainer.json"],
      ...[".nvim.lua", ".exrc", ".vimrc", ".nvimrc", ".emacs", ".dir-locals.el", ".sublime-project"],
      ...[".github", ".gitlab", ".gitlab-ci.yml", ".circleci", ".travis.yml", ".buildkite", ".drone.yml"],
      ...["jenkinsfile", "azure-pipelines.yml", "bitbucket-pipelines.yml", "appveyor.yml", ".appveyor.yml"],
      ...[".husky", ".lefthook", "lefthook.yml", ".lefthook.yml", ".pre-commit-config.yaml", ".githooks"],
      ...[".yarnrc", ".yarnrc.yml", ".yarn", ".pnpmfile.cjs", "pnpmfile.cjs", ".pnp.cjs", ".pnp.loader.mjs"],
      ...[".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".profile", ".zshrc", ".zprofile"],
      ...[".zshenv", ".zlogin", ".inputrc", ".ripgreprc", ".direnv", ".mise.toml", "mise.toml", ".curlrc"],
      ...[".wgetrc", ".pypirc", ".condarc", ".cargo", ".bazelrc", ".gdbinit", ".lldbinit", ".pdbrc"],
    ]),
    also: /\.(?:code-workspace|pth)$/,
  },
  {
    rule: "dependencies",
    read: false,
    why: "it contains installed dependencies",
    names: new Set([
      "node_modules",
      "bower_components",
      "site-packages",
      ".venv",
      ".tox",
      ".nox",
      "__pypackages__",
    ]),
  },
  {
    rule: "state",
    read: false,
    why: "it is AgentForge's own state",
    names: new Set([".agentforge"]),
  },
];

/** The protection that applies to a name, if any. `name` is a skeleton. */
export function protectionOf(name: string, access: "read" | "write"): { rule: PathRule; why: string } | null {
  for (const protection of protections) {
    if (access === "read" && !protection.read) continue;
    if (protection.names.has(name) || protection.also?.test(name)) return protection;
  }
  return null;
}
