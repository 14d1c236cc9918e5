import type { Selection } from "../../../domain/ports/testing.ts";
import type { ReportedTest } from "../contract.ts";

/**
 * The reported tests that were requested. A file or package that could not be loaded has one id for all its
 * tests: requesting that id keeps all of them, and the id counts for any one of them that was requested.
 */
export function selected(tests: readonly ReportedTest[], selection: Selection): readonly ReportedTest[] {
  if (selection.kind === "all") return tests;
  if (selection.kind === "files")
    return tests.filter((test) => test.file === null || selection.files.includes(test.file));

  const reported = new Set(tests.map((test) => test.id));
  const wanted = new Set(selection.ids);
  const absent = selection.ids.filter((id) => !reported.has(id));
  // Code that did not compile may have hidden tests elsewhere.
  const hidesAll = absent.some((id) => isContainer(id) && !tests.some((test) => isPartOf(test.id, id)));
  return tests.filter(
    (test) =>
      hidesAll ||
      wanted.has(test.id) ||
      absent.some((id) => isPartOf(test.id, id) || (test.status === "error" && isPartOf(id, test.id))),
  );
}

/** Whether one id is inside another: a test in its suite, file or package. */
export function isPartOf(id: string, outer: string): boolean {
  return ["::", " > ", "."].some((separator) => id.startsWith(outer + separator));
}

/** Files and Go packages, as opposed to tests. */
function isContainer(id: string): boolean {
  return !/::| > |\.(Test|Example|Fuzz|Benchmark)[^/]*(\/|$)/.test(id);
}

/** The files that ids name, to be run completely. */
export function wholeFiles(ids: readonly string[]): Selection {
  const files = ids.map((id) => id.split(/::| > /)[0] ?? id);
  return { kind: "files", files: [...new Set(files)] };
}
