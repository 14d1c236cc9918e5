/** Python modules that are imported as a whole. */
export const PYTHON_MODULES: ReadonlySet<string> = new Set(
  "bisect calendar collections copy csv datetime decimal fractions functools hashlib heapq io itertools json logging math operator os pathlib random re shutil statistics string struct subprocess sys tempfile textwrap threading time types typing unicodedata uuid".split(
    " ",
  ),
);

/** The modules of the most commonly imported names. */
export const PYTHON_NAMES: Readonly<Record<string, string>> = {
  collections: "Counter OrderedDict defaultdict deque namedtuple",
  functools: "cache cached_property cmp_to_key lru_cache partial reduce wraps",
  itertools:
    "accumulate chain combinations count cycle groupby islice permutations product repeat takewhile zip_longest",
  math: "ceil comb factorial floor gcd hypot inf isclose isqrt log log10 log2 pi prod sqrt",
  datetime: "date timedelta timezone",
  copy: "deepcopy",
  decimal: "Decimal",
  fractions: "Fraction",
  pathlib: "Path",
  dataclasses: "dataclass field",
  enum: "Enum",
  abc: "ABC abstractmethod",
  bisect: "bisect_left bisect_right insort",
  heapq: "heapify heappop heappush nlargest nsmallest",
  operator: "attrgetter itemgetter",
  typing: "Any Callable Dict Iterable List Optional Tuple Union",
};

export const NODE_NAMES: Readonly<Record<string, string>> = {
  "node:assert": "assert",
  "node:fs": "existsSync readFileSync readdirSync writeFileSync",
  "node:path": "basename dirname extname join resolve",
  "node:util": "inspect promisify",
  "node:url": "fileURLToPath pathToFileURL",
  "node:crypto": "createHash randomBytes randomUUID",
  "node:events": "EventEmitter",
};
