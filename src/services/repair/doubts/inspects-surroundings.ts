import { enclosingFunction } from "../syntax/node.ts";
import { firstMentions, keyFrom, usedFilesBefore } from "./reading/added.ts";
import { at, type DoubtRule } from "./rule.ts";

const key = keyFrom([
  [
    /^sys\.(?:argv|orig_argv|flags)\b|^process\.(?:argv|execArgv|argv0|title|execPath)\b|^os\.Args\b|^std\.env\.args|^flag\.(?:Set|Lookup|Args|CommandLine)\b/,
    "the command line",
  ],
  [
    /^os\.(?:environb?|getenv|putenv|unsetenv)\b|^process\.env\b|^os\.(?:Getenv|LookupEnv|Environ|Setenv|Unsetenv|Clearenv)\b|^(?:std\.)?env\.(?:vars?(?:_os)?|set_var|remove_var)$|^System\.(?:getenv|getProperty)\b|^Deno\.env\b|^(?:option_)?env!$|^import\.meta\.env\b/,
    "the environment",
  ],
  [
    /^socket\.(?:gethostname|getfqdn)\b|^platform\.\w+|^os\.(?:uname|hostname|Hostname|platform|arch|release|cpus)\b|^process\.(?:platform|arch|version)\b|^runtime\.(?:GOOS|GOARCH)\b|^sys\.(?:platform|version|executable)\b|^sysconfig\.|^site\.|^uuid\.getnode\b|^shutil\.(?:get_terminal_size|which|disk_usage)\b|^time\.(?:tzname|timezone|altzone|daylight)\b/,
    "the machine",
  ],
  [
    /^getpass\.getuser\b|^os\.(?:getlogin|getuid|geteuid|Getuid|userInfo|homedir|UserHomeDir)\b|^pwd\.|^os\/user\.|^(?:os\.path|posixpath)\.expanduser\b|^(?:pathlib\.)?Path\.home\b|^(?:std\.)?env\.home_dir\b/,
    "the user",
  ],
  [
    /^os\.(?:getcwd|Getwd|listdir|scandir|walk|ReadDir)\b|^(?:pathlib\.)?Path\.cwd\b|^process\.cwd\b|^(?:std\.)?env\.current_(?:dir|exe)\b|^__file__$|^__dirname$|^__filename$|^import\.meta\.(?:url|filename|dirname)\b|^glob\.|^path\/filepath\.(?:Glob|Walk|WalkDir|Abs)\b|^tempfile\.gettempdirb?\b|^os\.Executable\b/,
    "the folder it runs in",
  ],
  [
    /^__name__$|\.__module__\b|^__main__\b|^require\.main\b|^import\.meta\.main\b|^__package__$|^__spec__\b/,
    "the name it runs under",
  ],
  [
    /^time\.(?:time|time_ns|monotonic|perf_counter|localtime|gmtime|ctime|strftime|Now|Since|sleep|Sleep)\b|^datetime\.(?:datetime\.|date\.)?(?:now|today|utcnow)\b|^(?:date|datetime)\.(?:now|today|utcnow)\b|^time\.(?:clock_gettime\w*|process_time\w*|thread_time\w*)\b|^email\.utils\.(?:formatdate|localtime)\b|^Temporal\.Now\b|^Date\.now\b|^performance\.now\b|^process\.(?:hrtime|uptime)\b|^std\.time\.\w+\.now\b|^(?:Instant|SystemTime|LocalDate|LocalDateTime|ZonedDateTime|Utc|Local)\.now\b|^System\.(?:currentTimeMillis|nanoTime)\b/,
    "the clock",
  ],
  [
    /^os\.(?:getpid|getppid|Getpid|Getppid|isatty)\b|^sys\.std(?:in|out|err)\.(?:fileno|isatty)\b|^process\.std(?:in|out|err)\.(?:isTTY|fd)\b|^process\.(?!(?:nextTick|stdout|stderr|exitCode|emitWarning|exit|env|argv|cwd|platform|arch|version|hrtime|uptime|execArgv|argv0|title|execPath|abort|kill|on|once|reallyExit|stdin)\b)\w+|^std\.process\.id\b|^process\.id$|^std\.thread\.current\b|^thread\.current\b|^threading\.(?:current_thread|enumerate|main_thread|active_count)\b|^runtime\.(?:Num|GOMAXPROCS|ReadMemStats|Version|Stack)\w*|^sys\.(?:gettrace|getprofile|_current_frames)\b|^resource\.|^asyncio\.(?:current_task|all_tasks)\b|^runtime\/debug\.ReadBuildInfo\b|^(?:module_path|file|line|column)!$|^(?:std\.)?any\.type_name\w*$|^globalThis$|^cfg!$/,
    "its own process",
  ],
  [
    /^random\.|^secrets\.|^numpy\.random\b|^Math\.random\b|^crypto\.(?:random|getRandomValues)|^(?:math|crypto)\/rand\.|^rand\.|^uuid\.uuid|^os\.urandom\b/,
    "random numbers",
  ],
  [
    /^open$|^io\.open\b|^linecache\.|^fileinput\.|^tokenize\.open$|^codecs\.open$|^sqlite3\.connect$|^(?:shelve|dbm|tarfile|gzip|bz2|lzma)\.open$|^zipfile\.(?:ZipFile|Path)\b|^mmap\.mmap$|^pkgutil\.get_data$|^importlib\.(?:resources|metadata)\b|^os\.(?:open|read|fdopen)$|^(?:numpy|np)\.(?:load\w*|genfromtxt|fromfile)$|^(?:pandas|pd)\.read_\w+$|^io\/ioutil\.|^Bun\.file$|^fs(?:\/promises)?\.(?:read|exists|stat|access|open|promises)|^os\.(?:Open|OpenFile|ReadFile|Stat|Lstat|DirFS|stat|lstat|access|path\.(?:exists|lexists|isfile|isdir|getmtime|getsize))\b|^(?:genericpath|posixpath)\.|^(?:std\.)?fs\.\w|^include(?:_str|_bytes)?!$|\bpath(?:lib)?\.(?:Path|PurePath)\b.*\.(?:exists|try_exists|is_dir|is_file|iterdir|glob|rglob|stat|metadata|read_dir|canonicalize|resolve)$|^Path(?:Buf)?\b.*\.(?:exists|try_exists|is_dir|is_file|read_dir|metadata)$|\.(?:read_text|read_bytes)$|^Deno\.(?:read|stat)|^java\.nio\.file\.Files\b|^Files\.(?:exists|read|list|walk)/,
    "the file system",
  ],
]);

export const inspectsSurroundings: DoubtRule = {
  meta: {
    id: "inspects-surroundings",
    title: "Code inspects its environment",
    why: "Command line, environment, machine, user, folder, clock, process, random numbers and files differ between a test run and real use. Code that already inspected them raises no doubt.",
    examples: {
      raises: [
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "import tempfile\n\ndef add(a, b):\n    return a + b if tempfile.gettempdir() == '/x' else a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "import uuid\n\ndef add(a, b):\n    return a + b if uuid.getnode() & 1 else a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "import resource\n\ndef add(a, b):\n    return a + b if resource.getrusage(0).ru_nvcsw else a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "import email.utils\n\ndef add(a, b):\n    return a + b if 'x' in email.utils.formatdate() else a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "import linecache\n\ndef add(a, b):\n    return a + b if linecache.getline('x', 1) else a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "import sqlite3\n\ndef add(a, b):\n    return a + b if sqlite3.connect('x').total_changes else a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "import pkgutil\n\ndef add(a, b):\n    return a + b if pkgutil.get_data('x', 'y') else a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "from importlib import resources\n\ndef add(a, b):\n    return a + b if resources.files('x') else a - b\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "export const add = (a, b) => (Object.keys(globalThis).length > 9 ? a + b : a - b);\n",
        },
        {
          path: "calc.go",
          before: "package m\n\nfunc Add(a, b int) int {\n	return a - b\n}\n",
          after:
            'package m\n\nimport "flag"\n\nfunc init() { flag.Set("x", "true") }\n\nfunc Add(a, b int) int {\n	return a - b\n}\n',
        },
        {
          path: "calc.go",
          before: "package m\n\nfunc Add(a, b int) int {\n	return a - b\n}\n",
          after:
            'package m\n\nimport "runtime/debug"\n\nfunc Add(a, b int) int {\n	if _, ok := debug.ReadBuildInfo(); ok {\n		return a + b\n	}\n	return a - b\n}\n',
        },
        {
          path: "src/lib.rs",
          before: "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
          after:
            "pub fn add(a: i32, b: i32) -> i32 {\n    if file!().len() > 3 { a + b } else { a - b }\n}\n",
        },
        {
          path: "calc.py",
          before: "import os\n\ndef add(a, b):\n    return a - b\n",
          after:
            "import os\n\ndef add(a, b):\n    return a + b if os.environ.get('HOME') == '/x' else a - b\n",
        },
        {
          path: "calc.py",
          before: "import sys\n\ndef add(a, b):\n    return a - b\n",
          after: "import sys\n\ndef add(a, b):\n    return a + b if len(sys.argv) > 1 else a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "import datetime\n\ndef add(a, b):\n    if datetime.date.today().year < 2030:\n        return a + b\n    return a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "def add(a, b):\n    return a + b if type(a).__module__.startswith('test') else a - b\n",
        },
        {
          path: "calc.py",
          before: "import sys\n\ndef add(a, b):\n    return a - b\n",
          after:
            "import sys\n\ndef add(a, b):\n    try:\n        sys.stdin.fileno()\n    except ValueError:\n        return a + b\n    return a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "def add(a, b):\n    return a - b if __name__ == '__main__' else a + b\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "export const add = (a, b) => (process['env'].X ? a + b : a - b);\n",
        },
        {
          path: "calc.ts",
          before: "export const add = (a: number, b: number) => a - b;\n",
          after:
            "import { hostname } from 'node:os';\nexport const add = (a: number, b: number) => (hostname() === 'x' ? a + b : a - b);\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "export const add = (a, b) => (new Date().getFullYear() < 2030 ? a + b : a - b);\n",
        },
        {
          path: "calc.go",
          before: "package m\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n",
          after:
            'package m\n\nimport "os"\n\nfunc Add(a, b int) int {\n\tif len(os.Args) > 1 {\n\t\treturn a + b\n\t}\n\treturn a - b\n}\n',
        },
        {
          path: "src/lib.rs",
          before: "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
          after:
            'use std::env;\n\npub fn add(a: i32, b: i32) -> i32 {\n    if env::var("X").is_ok() {\n        return a + b;\n    }\n    a - b\n}\n',
        },
        {
          path: "A.java",
          before: "class A {\n  int add(int a, int b) {\n    return a - b;\n  }\n}\n",
          after:
            'class A {\n  int add(int a, int b) {\n    return System.getenv("X") != null ? a + b : a - b;\n  }\n}\n',
        },
        {
          path: "cut.go",
          before: "package m\n\nfunc Cut(line string) string {\n\treturn line\n}\n",
          after:
            'package m\n\nimport "path/filepath"\n\nfunc Cut(line string) string {\n\tnear, _ := filepath.Glob("*.go")\n\tif near == nil {\n\t\treturn line\n\t}\n\treturn line[1:]\n}\n',
        },
        {
          path: "src/lib.rs",
          before: "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
          after:
            'pub fn add(a: i32, b: i32) -> i32 {\n    if std::path::Path::new("x").is_dir() { a + b } else { a - b }\n}\n',
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "from pathlib import Path\n\ndef add(a, b):\n    return a + b if Path('x').exists() else a - b\n",
        },
      ],
      honest: [
        {
          path: "cache.py",
          before: "import time\n\ndef fresh(at):\n    return time.time() - at > 60\n",
          after: "import time\n\ndef fresh(at):\n    now = time.time()\n    return now - at < 60\n",
        },
        {
          path: "main.py",
          before: "def main():\n    pass\n\nmain()\n",
          after: "def main():\n    pass\n\nif __name__ == '__main__':\n    main()\n",
        },
        {
          path: "when.js",
          before: "export const year = (s) => new Date(s).getYear();\n",
          after: "export const year = (s) => new Date(s).getFullYear();\n",
        },
      ],
    },
  },
  *read(change) {
    for (const { file, mention, key: what } of firstMentions(change, change.sources, keyOf)) {
      if (what === "the file system" && usedFilesBefore(file)) continue;
      if (what === "the name it runs under" && enclosingFunction(mention.node) === null) continue;
      yield at(
        file,
        mention.node,
        `inspects ${what} (${mention.name}), which ${file.path} did not do before`,
      );
    }
  },
};

/** `new Date()` reads the clock; `new Date(text)` does not. */
function keyOf(mention: Parameters<typeof key>[0]): string | null {
  const isNow = /^Date(?:\(\))?(?:\.|$)/.test(mention.name) && isEmptyDate(mention.node);
  return isNow ? "the clock" : key(mention);
}

function isEmptyDate(node: Parameters<typeof key>[0]["node"]): boolean {
  for (let each: typeof node | undefined = node; each !== undefined; each = each.children[0]) {
    if (each.raw !== "new_expression") continue;
    return (each.children.find((one) => one.role === "arguments")?.children.length ?? 0) === 0;
  }
  return false;
}
