// How Rust sources are instrumented.
import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CompiledSources, FIRST_TICKS, ownersOf, SPENT } from "./compiled-sources.mjs";

const NO_MARKS = { ticks: [], lines: [], expressions: [], values: [], bodies: [] };

/** `roots`: the root files of the crates, which get the support module. Files that belong to none are not marked. */
export function createRustSources(given, root, roots) {
  const folders = roots.map((path) => dirname(path));
  const isInCrate = (path) => folders.some((folder) => folder === "." || path.startsWith(`${folder}/`));
  const sources = given.map((each) => (isInCrate(each.path) ? each : { ...each, marks: NO_MARKS }));
  const module = support(sources);
  for (const path of roots)
    if (!sources.some((each) => each.path === path)) appendFileSync(join(root, path), module);
  return new CompiledSources(sources, root, {
    ...DIALECT,
    after: (path) => (roots.includes(path) ? module : ""),
  });
}

const DIALECT = {
  body: (number, code) => `if crate::agentforge_support::is(${number}) { return {${code}\n}; }`,
  line: (source, line) => `crate::agentforge_support::line(${source}, ${line});`,
};

/** The candidates with errors. Cargo prints one JSON object per line. */
export function blamed(output, places, insertedBy) {
  const owners = new Set();
  for (const error of errorsIn(output)) {
    const spans = error.spans.flatMap(withExpansions);
    const named = (some) =>
      ownersOf(
        some.map((each) => ({ path: each.file_name, line: each.line_start })),
        places,
      );
    const primary = named(spans.filter((each) => each.is_primary));
    for (const each of primary.size > 0 ? primary : named(spans)) owners.add(each);
    if (spans.some(({ label }) => label?.includes("because of return type")))
      for (const each of sameReturns(primary, places, insertedBy)) owners.add(each);
  }
  return owners;
}

/** In a macro, the place that uses it too. */
function withExpansions(span) {
  return span.expansion ? [span, ...withExpansions(span.expansion.span)] : [span];
}

/** The compiler names only the first wrong type that a function returns: other candidates there return the same. */
function sameReturns(wrong, places, insertedBy) {
  const returned = (index) =>
    insertedBy(index).flatMap(({ body, text }) => {
      const found = /\breturn\b[^;]*;/.exec(text);
      return found === null ? [] : [`${body} ${found[0]}`];
    });
  const known = new Set([...wrong].flatMap(returned));
  const owners = new Set(places.map(({ owner }) => owner));
  return [...owners].filter((owner) => returned(owner).some((each) => known.has(each)));
}

/** Whether the compiler stopped before it checked types: after a syntax error or an unknown name. */
export function isEarly(output) {
  return errorsIn(output).some(({ code }) => code === null || /^E04[0-3]/.test(code.code));
}

/** What the compiler said first, or what cargo printed if no compiler ran. */
export function firstError(output) {
  const [first] = errorsIn(output);
  if (first !== undefined) return first.rendered;
  return output
    .split("\n")
    .filter((line) => !line.startsWith("{"))
    .join("\n");
}

function errorsIn(output) {
  return messagesIn(output)
    .filter(({ reason, message }) => reason === "compiler-message" && message.level === "error")
    .map(({ message }) => message)
    .filter(({ spans }) => spans.length > 0);
}

/** Test programs and what they were built from. */
export function programsIn(output) {
  return messagesIn(output)
    .filter((each) => each.reason === "compiler-artifact" && each.profile.test && each.executable)
    .map(({ executable, target, manifest_path: manifest }) => ({
      executable,
      path: target.src_path,
      folder: dirname(manifest),
    }));
}

function messagesIn(output) {
  return output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}

/** A module without macros of its own and without dependencies, for every edition, also in a crate without `std`. */
function support(sources) {
  const lengths = sources.map((each) => each.text.split("\n").length + 1);
  const starts = lengths.map((_, at) => lengths.slice(0, at).reduce((sum, each) => sum + each, 0));
  const total = lengths.reduce((sum, each) => sum + each, 1);
  return `
#[doc(hidden)]
#[allow(warnings)]
pub mod agentforge_support {
${SUPPORT}
    static STARTS: [usize; ${Math.max(1, starts.length)}] = [${starts.join(", ") || "0"}];
    const UNSEEN: AtomicBool = AtomicBool::new(false);
    static SEEN: [AtomicBool; ${total}] = [UNSEEN; ${total}];
}
`;
}

const SUPPORT = `\
    extern crate std;
    use self::std::io::Write;
    use self::std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
    use self::std::{env, fs, process, sync};
    use self::std::prelude::v1::*;

    fn number(name: &str, otherwise: i64) -> i64 {
        match env::var(name) {
            Ok(text) => text.parse().unwrap_or(otherwise),
            Err(_) => otherwise,
        }
    }

    pub fn is(candidate: usize) -> bool {
        static CHOSEN: AtomicUsize = AtomicUsize::new(usize::MAX);
        let mut chosen = CHOSEN.load(Ordering::Relaxed);
        if chosen == usize::MAX {
            chosen = number("AF_MUTANT", 0) as usize;
            CHOSEN.store(chosen, Ordering::Relaxed);
        }
        chosen == candidate
    }

    static LEFT: AtomicI64 = AtomicI64::new(0);
    static GIVEN: AtomicI64 = AtomicI64::new(0);

    pub fn tick() {
        if LEFT.fetch_sub(1, Ordering::Relaxed) <= 0 {
            spent();
        }
    }

    #[cold]
    fn spent() {
        static START: sync::Once = sync::Once::new();
        let budget = number("AF_TICKS", 1 << 40);
        START.call_once(|| {
            let first = if env::var("AF_LINES").is_ok() { ${FIRST_TICKS} } else { budget };
            LEFT.store(first, Ordering::SeqCst);
            GIVEN.store(first, Ordering::SeqCst);
        });
        if LEFT.load(Ordering::SeqCst) > 0 {
            return;
        }
        let given = GIVEN.load(Ordering::SeqCst);
        if given >= budget {
            process::exit(${SPENT});
        }
        report("ticks", given as usize);
        LEFT.store(given, Ordering::SeqCst);
        GIVEN.store(given * 2, Ordering::SeqCst);
    }

    pub fn line(source: usize, line: usize) {
        if SEEN[STARTS[source] + line].swap(true, Ordering::Relaxed) {
            return;
        }
        report(&source.to_string(), line);
    }

    fn report(what: &str, number: usize) {
        let path = match env::var("AF_LINES") {
            Ok(path) => path,
            Err(_) => return,
        };
        if let Ok(mut file) = fs::OpenOptions::new().create(true).append(true).open(path) {
            let mut text = what.to_string();
            text.push(' ');
            text.push_str(&number.to_string());
            text.push('\\n');
            let _ = file.write_all(text.as_bytes());
        }
    }`;
