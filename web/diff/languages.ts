/** The parts of a language's syntax that highlighting needs. */
export interface Language {
  readonly lineComments: readonly string[];
  /** Opening and closing delimiters; a block may span several lines. */
  readonly blocks: readonly {
    readonly open: string;
    readonly close: string;
    readonly kind: "comment" | "string";
  }[];
  /** Quotes of strings that end at the end of the line. */
  readonly quotes: string;
  readonly keywords: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const slashes = { open: "/*", close: "*/", kind: "comment" } as const;
const template = { open: "`", close: "`", kind: "string" } as const;

const JAVASCRIPT = words(
  "abstract as async await boolean break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof let namespace never new null number of override private protected public readonly return satisfies set static string super switch symbol this throw true try type typeof undefined unknown using var void while with yield",
);
const C_LIKE = words(
  "abstract alignas auto bool boolean break byte case catch chan char class const constexpr continue crate data def default defer delete do double dyn else enum explicit export extends extern fallthrough false final finally float fn for foreach friend fun func function go goto if impl implements import in inline instanceof int interface internal let long loop map match mod mut namespace native new nil noexcept null nullptr object open operator override package private protected pub public range ref return sealed select self short signed sizeof static str strictfp struct super switch synchronized template this throw throws trait transient true try type typedef typename union unsafe unsigned use using val var virtual void volatile when where while yield",
);
const PYTHON = words(
  "False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield",
);
const RUBY = words(
  "BEGIN END alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo require rescue retry return self super then true undef unless until when while yield",
);
const SHELL = words(
  "case do done elif else esac exit export fi for function if in local return set shift source then trap unset until while",
);
const SQL = words(
  "add all alter and as asc begin between by case check commit constraint create default delete desc distinct drop else end exists foreign from group having in index insert into is join key left like limit not null on or order outer primary references right rollback select set table then union unique update using values view when where with",
);
const DATA = words("true false null yes no on off");
const NONE: ReadonlySet<string> = new Set();

const javascript: Language = {
  lineComments: ["//"],
  blocks: [slashes, template],
  quotes: `"'`,
  keywords: JAVASCRIPT,
};
const cLike: Language = { lineComments: ["//"], blocks: [slashes], quotes: `"'`, keywords: C_LIKE };
const go: Language = { ...cLike, blocks: [slashes, template] };
const python: Language = {
  lineComments: ["#"],
  blocks: [
    { open: '"""', close: '"""', kind: "string" },
    { open: "'''", close: "'''", kind: "string" },
  ],
  quotes: `"'`,
  keywords: PYTHON,
};
const ruby: Language = { lineComments: ["#"], blocks: [], quotes: `"'\``, keywords: RUBY };
const shell: Language = { lineComments: ["#"], blocks: [], quotes: `"'`, keywords: SHELL };
const sql: Language = { lineComments: ["--"], blocks: [slashes], quotes: `"'`, keywords: SQL };
const data: Language = { lineComments: ["#"], blocks: [], quotes: `"'`, keywords: DATA };
const json: Language = { lineComments: ["//"], blocks: [slashes], quotes: `"`, keywords: DATA };
const css: Language = { lineComments: [], blocks: [slashes], quotes: `"'`, keywords: NONE };
const markup: Language = {
  lineComments: [],
  blocks: [{ open: "<!--", close: "-->", kind: "comment" }],
  quotes: `"`,
  keywords: NONE,
};

const BY_EXTENSION: Readonly<Record<string, Language>> = {
  ...each("js jsx mjs cjs ts tsx mts cts vue svelte", javascript),
  ...each("c h cc cpp cxx hpp cs java kt kts rs scala swift php dart m mm proto groovy", cLike),
  ...each("go", go),
  ...each("py pyi pyw", python),
  ...each("rb rake gemspec", ruby),
  ...each("sh bash zsh fish mk dockerfile makefile", shell),
  ...each("sql", sql),
  ...each("yaml yml toml ini cfg conf properties env", data),
  ...each("json jsonc json5", json),
  ...each("css scss less", css),
  ...each("html htm xml svg", markup),
};

/** The language of a file by its name; null for plain text. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const extension = name.slice(name.lastIndexOf(".") + 1);
  return Object.hasOwn(BY_EXTENSION, extension) ? (BY_EXTENSION[extension] ?? null) : null;
}

function each(extensions: string, language: Language): Record<string, Language> {
  return Object.fromEntries(extensions.split(" ").map((extension) => [extension, language]));
}
