export type InlineLanguage = "python" | "node" | "perl" | "ruby" | "php";

/**
 * Whether a one-liner for an interpreter only computes and prints. Code that opens files, starts programs, uses the
 * network or reaches these indirectly is not plain, and neither is code that cannot be classified.
 */
export function isPlainCode(language: InlineLanguage, code: string): boolean {
  if (code.length > 4000 || code.includes("\0")) return false;
  if (language === "python") return isPlainPython(code);
  if (language === "node") return isPlainNode(code);
  if (language === "perl") return isPlainPerl(code);
  if (language === "ruby")
    return /^\s*(?:puts|p|print)\s+(?:RUBY_VERSION|["'][^"'`#$]*["']|[\d\s+*/().-]+)\s*$/.test(code);
  return /^\s*(?:echo|print)\s+(?:PHP_VERSION|phpversion\(\)|["'][^"'`$]*["']|[\d\s+*/().-]+)\s*;?\s*$/.test(
    code,
  );
}

const PYTHON_MODULES =
  /^(?:os|posix|nt|subprocess|shutil|pathlib|socket\w*|urllib\w*|http|requests|httpx|aiohttp|ctypes|_\w+|pty|tty|multiprocessing|concurrent|threading|asyncio|importlib|imp|runpy|code|codeop|pickle|cPickle|shelve|dbm|marshal|tempfile|glob|fileinput|io|ftplib|smtplib|telnetlib|poplib|imaplib|nntplib|ssl|webbrowser|signal|resource|mmap|cffi|builtins|gc|inspect|types|zipfile|tarfile|gzip|bz2|lzma|zipimport|pkgutil|site|distutils|setuptools|pip|venv|ensurepip|sqlite3|logging|configparser|timeit|trace|pdb|bdb|cProfile|profile|doctest|unittest|pydoc|antigravity|turtle|tkinter|idlelib|curses|readline|rlcompleter|cmd|sched|queue|select|selectors|socketserver|xmlrpc|wsgiref|cgi\w*|crypt|pwd|grp|spwd|fcntl|termios|syslog|paramiko|fabric|pexpect|sh|plumbum|psutil|boto3|dotenv|keyring|jinja2|yaml|dill|cloudpickle|joblib|torch|numpy\.ctypeslib|nose)$/;
const PYTHON_WORDS =
  /\b(?:exec|eval|compile|open|input|getattr|setattr|delattr|globals|locals|vars|breakpoint|memoryview|help|exit_func|modules|meta_path|path_hooks|addaudithook|settrace|setprofile|_getframe|loader|spec|system|popen\w*|spawn\w*|fork\w*|execv\w*|unlink|remove|rmdir|rmtree|rename|chmod|write\w*|read_text|to_csv|to_pickle|savetxt|save|load_module|tofile|loads_pickle)\s*\(|__(?!(?:version|name|doc|file|main|mro|all|path|annotations|module|qualname)__)\w+__|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\[0-7]{3}|\bfrom\s+\.|\bimport\s*\*|\blambda_|\bsys\s*\.\s*\w+\s*=(?!=)|[=,([]\s*(?:open|exec|eval|compile|getattr|setattr|globals|input)\s*(?:[;,)\]\n]|$)|\bsys\s*\.\s*(?:modules|meta_path|path_hooks|setprofile|settrace|_)/i;
const OS_READS =
  /\bos\s*\.\s*(?:getcwd|path\s*\.\s*(?:join|exists|isfile|isdir|abspath|realpath|basename|dirname|splitext|sep)|sep|linesep|name|cpu_count|getpid|uname)\b/g;

function isPlainPython(code: string): boolean {
  if (PYTHON_WORDS.test(code)) return false;
  const modules = importedModules(code);
  const risky = modules.filter(
    (name) =>
      PYTHON_MODULES.test(name.split(".")[0] ?? "") && name !== "importlib.metadata" && name !== "logging",
  );
  if (risky.length === 0) return !/\bos\s*\./.test(code);
  if (risky.some((name) => name !== "os" && name !== "os.path")) return false;
  return (
    /\bfrom\s+os\b|\bos\s+as\b/.test(code) === false &&
    !/\bos\b(?!\s*[;,\n]|\s*$)/.test(code.replace(OS_READS, "x").replace(/\bimport\s+os\b/g, ""))
  );
}

function importedModules(code: string): string[] {
  const plain = [
    ...code.matchAll(/\bimport\s+([\w.]+(?:\s+as\s+\w+)?(?:\s*,\s*[\w.]+(?:\s+as\s+\w+)?)*)/g),
  ].flatMap((match) => (match[1] ?? "").split(",").map((part) => part.trim().split(/\s+/)[0] ?? ""));
  const from = [...code.matchAll(/\bfrom\s+([\w.]+)\s+import\b/g)].map((match) => match[1] ?? "");
  const importedFrom = new Set(
    [...code.matchAll(/\bfrom\s+[\w.]+\s+import\s+([\w\s,*]+)/g)].flatMap((match) =>
      (match[1] ?? "").split(",").map((part) => part.trim().split(/\s+/)[0] ?? ""),
    ),
  );
  return [...plain.filter((name) => !importedFrom.has(name)), ...from];
}

const NODE_MODULES =
  /^(?:node:)?(?:path|util|url|assert|buffer|events|string_decoder|querystring|punycode|timers|crypto|zlib|perf_hooks|\.{1,2}\/package\.json|[\w@./-]+\/package\.json)$|^(?:semver|lodash|typescript|chalk|ms|uuid|zod|yaml|react|vue|next|express)$/;

function isPlainNode(code: string): boolean {
  const required = [...code.matchAll(/\brequire\s*\(\s*(["'`])([^"'`]*)\1\s*\)/g)].map(
    (match) => match[2] ?? "",
  );
  const without = code.replace(/\brequire\s*\(\s*(["'`])[^"'`]*\1\s*\)/g, "x");
  if (
    required.some((name) => (!NODE_MODULES.test(name) && !/^\.\/[\w./-]+$/.test(name)) || name.includes(".."))
  )
    return false;
  if (
    /\b(?:require|import|eval|Function|constructor|__proto__|prototype|globalThis|global|module|Reflect|Proxy|WebAssembly|fetch|WebSocket|XMLHttpRequest|Worker|setTimeout_|binding|_linkedBinding|mainModule|dlopen|getBuiltinModule|child_process|execPath|kill|chdir|setuid|setgid|env|exec\w*|spawn\w*|fork|writeFile\w*|appendFile\w*|createWriteStream|unlink\w*|rm\w*Sync|rmdir\w*|mkdir\w*|rename\w*|chmod\w*|symlink\w*|readFile\w*|readdir\w*|Deno|Bun)\b/.test(
      without.replace(/\bprocess\s*\.\s*env\s*\.\s*(?:NODE_ENV|CI|HOME|USER|PWD)\b/g, "x"),
    )
  )
    return false;
  return !/\bprocess\s*\[|\[\s*(?:["'`][^"'`]*["'`]\s*\+|String|atob)|\\x[0-9a-f]{2}|\\u|fromCharCode|atob|Buffer\s*\.\s*from/i.test(
    without,
  );
}

/** `s/…/…/`, `tr/…/…/`, `print if /…/`: the common uses of perl on a command line. */
function isPlainPerl(code: string): boolean {
  if (
    /[`@{}]|\$\(|\b(?:system|exec|open|unlink|qx|eval|require|use|do|fork|kill|rename|rmdir|mkdir|chmod|syscall|socket|glob|readpipe|sysopen|symlink|link|truncate|dbmopen)\b/.test(
      code,
    )
  )
    return false;
  const statement =
    /^\s*(?:(?:s|y|tr)(?<d>[/|#,!])(?:\\.|(?!\k<d>).)*\k<d>(?:\\.|(?!\k<d>).)*\k<d>[gimsxr]*|print(?:\s+\$[_.\w]+|\s+["'][^"'`@]*["'])?(?:\s+(?:if|unless)\s+(?:\/(?:\\.|[^/])*\/[imsx]*|[$.\d\s=<>!&|]+))?)\s*;?\s*$/s;
  return statement.test(code);
}
