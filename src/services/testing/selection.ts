import type { Selection } from "../../domain/ports/testing.ts";
import type { ReportedTest } from "./contract.ts";

/**
 * The reported tests that were asked for. A file or package that could not be loaded has one id for all its
 * tests: asked for by that id they are all kept, and asked for one of them it stands for it.
 */
export function selected(tests: readonly ReportedTest[], selection: Selection): readonly ReportedTest[] {
  if (selection.kind === "all") return tests;
  if (selection.kind === "files")
    return tests.filter((test) => test.file === null || selection.files.includes(test.file));

  const reported = new Set(tests.map((test) => test.id));
  const wanted = new Set(selection.ids);
  const absent = selection.ids.filter((id) => !reported.has(id));
  // What did not compile may have hidden tests that lie elsewhere.
  const hidesAll = absent.some((id) => isContainer(id) && !tests.some((test) => isPartOf(test.id, id)));
  return tests.filter(
    (test) =>
      hidesAll ||
      wanted.has(test.id) ||
      absent.some((id) => isPartOf(test.id, id) || (test.status === "error" && isPartOf(id, test.id))),
  );
}

/** Whether one id lies inside another: a test in its suite, file or package. */
export function isPartOf(id: string, outer: string): boolean {
  return ["::", " > ", "."].some((separator) => id.startsWith(outer + separator));
}

/** Files and Go packages, as opposed to tests. */
function isContainer(id: string): boolean {
  return !/::| > |\.(Test|Example|Fuzz|Benchmark)[^/]*(\/|$)/.test(id);
}

/** The files that ids name, to be run whole. */
export function wholeFiles(ids: readonly string[]): Selection {
  const files = ids.map((id) => id.split(/::| > /)[0] ?? id);
  return { kind: "files", files: [...new Set(files)] };
}
