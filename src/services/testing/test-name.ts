import { hasFolder, nameOf } from "./paths.ts";

/** The role that the file name alone implies, if the framework is unknown. */
export function roleByName(path: string): "test" | "support" | null {
  const name = nameOf(path);
  if (/(^|[-_.])(test|spec)s?[-_.]/i.test(name) || /[a-z\d](Test|Spec)s?\.\w+$/.test(name)) return "test";
  return hasFolder(path, ["test", "tests", "spec", "__tests__"]) ? "support" : null;
}
