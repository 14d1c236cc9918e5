/** The literal file names that code opens, and the code without those calls. */
export interface LiteralFiles {
  readonly rest: string;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/**
 * `open('data.json')` is as clear as `cat data.json`. These calls are removed from a one-liner and their files judged
 * like those of any program; the remaining code must be plain. Computed names stay in the code.
 */
export function literalFiles(language: string, code: string): LiteralFiles {
  const found = language === "python" ? pythonFiles(code) : language === "node" ? nodeFiles(code) : null;
  if (found === null || loadsItsOwn(code, found.writes)) return { rest: code, reads: [], writes: [] };
  return found;
}

const USUAL_MODULES =
  /^(?:re|json|pathlib|sys|csv|datetime|time|collections|itertools|textwrap|string|math|random|difflib|hashlib|base64|typing|dataclasses|functools|statistics|decimal|copy|pprint|tomllib)$/;

/** Whether the code writes code and loads something, because it may load what it wrote. */
function loadsItsOwn(code: string, writes: readonly string[]): boolean {
  if (!writes.some((name) => /\.(?:py|pth|so|[cm]?js|json|node)$/.test(name))) return false;
  const imported = [...code.matchAll(/\b(?:import|from)\s+([\w.]+(?:\s*,\s*[\w.]+)*)/g)].flatMap((match) =>
    (match[1] ?? "").split(",").map((name) => name.trim()),
  );
  const loaded = imported.some((name) => !USUAL_MODULES.test(name) && name !== "Path");
  return loaded || /\brequire\(\s*['"`][./]|\bimport\(/.test(code);
}

const PYTHON_OPEN =
  /(?<![\w.])open\(\s*(['"])([^'"\\{}\n]+)\1\s*(?:,\s*(?:mode\s*=\s*)?(['"])([rwaxbt+]*)\3\s*)?(?:,\s*(?:encoding|newline|errors)\s*=\s*['"][\w-]*['"]\s*)*\)/g;
const PYTHON_PATH = /(?<![\w.])(?:pathlib\.)?Path\(\s*(['"])([^'"\\{}\n]+)\1\s*\)/g;
const PATH_WRITES = /\.(?:write_text|write_bytes|touch|mkdir|unlink|rename|replace_with|open)\s*\(/;

function pythonFiles(code: string): LiteralFiles {
  const opened = [...code.matchAll(PYTHON_OPEN)];
  const paths = [...code.matchAll(PYTHON_PATH)].flatMap((match) => match[2] ?? []);
  if (opened.length + paths.length === 0) return { rest: code, reads: [], writes: [] };
  const files = opened.map((match) => ({ name: match[2] ?? "", changes: /[wax+]/.test(match[4] ?? "r") }));
  const without = code.replace(PYTHON_OPEN, "x").replace(PYTHON_PATH, "x");
  const isKnown =
    !/\bopen\b|\bPath\b(?!\s*(?:$|[;\n,]))|\b(?:parent|parents|glob|rglob|iterdir|home|cwd|joinpath|symlink_to|chmod|with_name)\b/.test(
      without.replace(/\bfrom\s+pathlib\s+import\s+Path\b/g, ""),
    );
  const rest = isKnown
    ? without
        .replace(/\bimport\s+pathlib\b|\bfrom\s+pathlib\s+import\s+Path\b/g, "pass")
        .replace(/\bimport\s+([\w\s,]*?),\s*pathlib\b/g, "import $1")
        .replace(/\bimport\s+pathlib\s*,/g, "import ")
        .replace(/\.(?:write|writelines|read_text|write_text|read_bytes|write_bytes)\s*\(/g, ".x(")
    : without;
  const changing = PATH_WRITES.test(code);
  return {
    rest,
    reads: [...files.filter((file) => !file.changes).map((file) => file.name), ...(changing ? [] : paths)],
    writes: [...files.filter((file) => file.changes).map((file) => file.name), ...(changing ? paths : [])],
  };
}

const NODE_FS =
  /(?<![\w.$])(?:fs|require\(\s*(['"])(?:node:)?fs\1\s*\))\.(readFileSync|existsSync|statSync|readdirSync|writeFileSync|appendFileSync)\(\s*(['"`])([^'"`\\$\n]+)\3/g;

function nodeFiles(code: string): LiteralFiles {
  const calls = [...code.matchAll(NODE_FS)];
  if (calls.length === 0) return { rest: code, reads: [], writes: [] };
  const files = calls.map((match) => ({
    name: match[4] ?? "",
    changes: /^(?:write|append)/.test(match[2] ?? ""),
  }));
  const without = code
    .replace(NODE_FS, "x('x'")
    .replace(
      /\b(?:const|let|var)\s+fs\s*=\s*require\(\s*(['"])(?:node:)?fs\1\s*\)|\bfs\s*=\s*require\(\s*(['"])(?:node:)?fs\2\s*\)/g,
      "",
    );
  return {
    rest: /\bfs\b/.test(without) ? code : without,
    reads: files.filter((file) => !file.changes).map((file) => file.name),
    writes: files.filter((file) => file.changes).map((file) => file.name),
  };
}
