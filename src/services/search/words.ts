/** `parseHTTPRequest2` and `parse_http_request_2` → parse http request 2. */
export function splitIdentifier(identifier: string): readonly string[] {
  return identifier
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/(\p{L})(\p{N})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+|\s+/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/** `get_Addr_info` → getaddrinfo: words inside it are found whether or not their boundaries are marked. */
export function joinedName(identifier: string): string {
  return identifier.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** All words of a text, identifiers split, in order. */
export function splitWords(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}_]+/gu) ?? []).flatMap(splitIdentifier);
}

/** The words of a query that can distinguish functions, once each. */
export function queryWords(query: string): readonly string[] {
  const words = splitWords(query);
  const telling = words.filter((word) => word.length > 1 && !STOP_WORDS.has(word));
  return [...new Set(telling.length > 0 ? telling : words)];
}

/** The stem of a word without common English endings, so that `parses`, `parsing` and `parser` match. */
export function stem(word: string): string {
  if (word.length <= 3) return word;
  let stemmed = word
    .replace(/ies$/, "y")
    .replace(/(x|ch|sh|ss|z)es$/, "$1")
    .replace(/(?<![sui])s$/, "");
  if (stemmed.length > 5) stemmed = stemmed.replace(/ations?$/, "ate").replace(/(?:izer|ization)$/, "ize");
  if (stemmed.length > 5) stemmed = stemmed.replace(/ing$/, "");
  if (stemmed.length > 4) stemmed = stemmed.replace(/ed$/, "");
  if (stemmed.length > 4) stemmed = stemmed.replace(/([bdfgmnprt])\1$/, "$1");
  if (stemmed.length > 4) stemmed = stemmed.replace(/(?:[oe]r|[ai]ble)$/, "");
  return stemmed.replace(/e$/, "");
}

/** Stems that code may use instead of a stem of prose: `messag` → msg. */
export function spellings(stemmed: string): readonly string[] {
  return SPELLINGS.get(stemmed) ?? [];
}

const STOP_WORDS = new Set(
  `a an and any are as at be been being but by can could did do does done each either else etc for from had has
  have having he her here him his how i if in into is it its itself just let like may me might more most must my
  no nor not of off on once one only or other otherwise our out over own per shall she should so some such than
  that the their them then there these they this those thus to too under until up upon us use used uses using
  very via was we were what when where whether which while who whom whose why will with within without would
  you your function method def self return returns true false none given specified also eg`.split(/\s+/),
);

const GROUPS: readonly string[] = [
  "directory dir folder",
  "string str text",
  "delete del remove rm discard unlink",
  "message msg",
  "initialize initialise init setup",
  "argument arg param parameter",
  "number num count",
  "integer int",
  "character char chr",
  "address addr",
  "environment env environ",
  "command cmd",
  "configuration config conf cfg",
  "temporary temp tmp",
  "previous prev",
  "current cur",
  "maximum max largest biggest",
  "minimum min smallest",
  "length len size",
  "dictionary dict mapping map",
  "sequence seq",
  "expression expr",
  "error err exception",
  "response resp",
  "request req",
  "reference ref",
  "position pos offset index",
  "attribute attr",
  "object obj",
  "func fn",
  "information info",
  "execute exec run",
  "process proc",
  "document doc",
  "source src",
  "destination dest dst target",
  "value val",
  "variable var",
  "password passwd",
  "authenticate authentication auth login",
  "connection conn connect",
  "database db",
  "buffer buf",
  "separator sep",
  "equal eq",
  "statistics stats stat status",
  "create make new build",
  "send write put",
  "receive recv read",
  "fetch get load",
  "check test verify validate",
  "print display show dump",
  "absolute abs",
  "average mean",
  "multiply mul product",
  "subtract sub difference diff",
  "divide div quotient",
  "copy clone dup",
  "find search lookup locate match",
  "compare cmp",
  "synchronize sync",
  "asynchronous async",
  "generate gen",
  "iterate iter",
  "binary bin",
  "regular regex re",
  "second sec",
  "language lang",
  "specification spec",
  "identifier id ident",
  "extension ext",
  "list ls",
];

const SPELLINGS: ReadonlyMap<string, readonly string[]> = new Map(
  GROUPS.flatMap((group) => {
    const words = group.split(" ").map(stem);
    return words.map((word): [string, string[]] => [word, words.filter((other) => other !== word)]);
  }),
);
