import { type Field, HOLE } from "./values.ts";

/**
 * Variables that make other programs run code, load libraries or read different settings. Not a single
 * regular expression: compiling it took two milliseconds in every hook that needed it.
 */
const NAMES = new Set(
  `
    PATH BASH_ENV ENV SHELLOPTS BASHOPTS PROMPT_COMMAND IFS CDPATH GLOBIGNORE FPATH ZDOTDIR SHELL HOME
    XDG_CONFIG_HOME XDG_CONFIG_DIRS TERMINFO TERMCAP LOCPATH GCONV_PATH NLSPATH HOSTALIASES
    RESOLV_HOST_CONF NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED
    NODE_REPL_EXTERNAL_MODULE PYTHONSTARTUP PYTHONHOME PYTHONINSPECT PYTHONUSERBASE PYTHONBREAKPOINT
    PYTEST_ADDOPTS PYTEST_PLUGINS PERL5OPT PERL5LIB PERLLIB PERL5DB PERL5SHELL RUBYOPT RUBYLIB RUBYSHELL
    GEM_HOME GEM_PATH BUNDLE_GEMFILE JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JAVA_OPTS CLASSPATH
    MAVEN_OPTS MAVEN_ARGS GRADLE_OPTS YARN_RC_FILENAME EDITOR VISUAL FCEDIT PAGER MANPAGER LESSOPEN
    LESSCLOSE LESS LESSEDIT BROWSER SSH_ASKPASS SSH_AUTH_SOCK SUDO_ASKPASS GPG_AGENT_INFO GNUPGHOME RUSTC
    RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTDOC CARGO_HOME CARGO_ENCODED_RUSTFLAGS MAKEFLAGS MFLAGS
    GNUMAKEFLAGS MAKEFILES GOFLAGS GOENV GOPROXY GOROOT GOPATH GONOSUMDB GONOSUMCHECK GOINSECURE GOSUMDB
    GOTOOLCHAIN REQUESTS_CA_BUNDLE CURL_CA_BUNDLE CURL_HOME WGETRC OPENSSL_CONF OPENSSL_ENGINES
    OPENSSL_MODULES KUBECONFIG TAR_OPTIONS TAPE RSYNC_RSH CVS_RSH SVN_SSH ZIPOPT UNZIP GREP_OPTIONS
    RIPGREP_CONFIG_PATH MYVIMRC VIMINIT EXINIT EMACSLOADPATH PHPRC PHP_INI_SCAN_DIR LUA_PATH LUA_CPATH
    DOTNET_STARTUP_HOOKS QT_PLUGIN_PATH GTK_MODULES PKG_CONFIG_PATH CPATH C_INCLUDE_PATH LIBRARY_PATH
    COMPILER_PATH GCC_EXEC_PREFIX HUSKY HUSKY_SKIP_HOOKS LEFTHOOK LEFTHOOK_EXCLUDE OVERCOMMIT_DISABLE
    PRE_COMMIT_ALLOW_NO_CONFIG SKIP PS0 PS1 PS2 PS3 PS4 SSL_CERT_FILE SSL_CERT_DIR
  `
    .trim()
    .split(/\s+/),
);
const PREFIXES = (
  "LD_ DYLD_ BASH_FUNC_ NPM_CONFIG_ GIT_ CARGO_BUILD_ PIP_ DOCKER_ AWS_ AZURE_ GOOGLE_ ANTHROPIC_ " +
  "OPENAI_ CLAUDE_ CODEX_ GEMINI_ AGENTFORGE_ LUA_INIT R_PROFILE R_ENVIRON JULIA_ ELIXIR_ ERL_ CORECLR_ " +
  "COMPLUS_ MSBUILD UV_INDEX UV_EXTRA_INDEX UV_DEFAULT_INDEX UV_FIND_LINKS UV_CONFIG_FILE"
).split(" ");
const OTHERS = /^CARGO_TARGET_.*_(?:RUNNER|LINKER|RUSTFLAGS)$|_PROXY$/;

const HARMLESS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:GIT_PAGER|PAGER|MANPAGER|GIT_EDITOR|EDITOR|VISUAL|GIT_SEQUENCE_EDITOR)$/, /^(?:cat|true|:|)$/],
  [/^GIT_SEQUENCE_EDITOR$/, /^sed -i(?:\.bak)? (?:-e )?(['"]?)[\d,$]*s\/\^?[a-z]+\/[a-z]+\/g?\1$/],
  [/^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/, /^/],
  [/^GIT_(?:TERMINAL_PROMPT|OPTIONAL_LOCKS|MERGE_AUTOEDIT)$/, /^(?:0|1|no|yes)$/],
  [
    /^NODE_OPTIONS$/,
    /^(?:\s*--(?:max-old-space-size=\d+|experimental-vm-modules|no-warnings|enable-source-maps|no-deprecation|trace-warnings|unhandled-rejections=\w+))*\s*$/,
  ],
  [/^DOCKER_BUILDKIT$|^COMPOSE_/, /^[\w.-]*$/],
  [/^GOFLAGS$/, /^(?:\s*-(?:mod=\w+|race|count=\d+|v|short|tags=[\w,]+))*\s*$/],
  [/^IFS$/, /^\s*$/],
  [/^LESS$/, /^-?[A-Za-z]*$/],
  [/^PYTEST_ADDOPTS$/, /^(?:\s*-(?:q|v+|x|s|-tb=\w+|-color=\w+|-maxfail=\d+))*\s*$/],
];

/** Why setting this variable is denied, or null. */
export function judgeVariable(name: string, value: Field): string | null {
  if (!changesPrograms(name.toUpperCase())) return null;
  const harmless = HARMLESS.some(
    ([names, values]) => names.test(name) && !value.text.includes(HOLE) && values.test(value.text),
  );
  return harmless ? null : `setting ${name} changes what other programs load or run`;
}

function changesPrograms(name: string): boolean {
  return NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix)) || OTHERS.test(name);
}
