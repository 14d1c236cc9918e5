import { findAll } from "../nodes.ts";
import type { Node } from "../parse.ts";

/** The library that a test file uses. */
export interface Library {
  /** The class of its assertions, by its full name. */
  readonly assertions: string;
  /** The annotation of a test; null if tests are recognized by name. */
  readonly annotation: string | null;
  /** The position of an assertion's message among the arguments. */
  readonly message: "first" | "last";
  /** Whether `assertNotEquals` has the same overloads as `assertEquals`. */
  readonly hasOpposites: boolean;
  /** Names that a file uses to call the assertions: `assertEquals`, `Assert.assertEquals`. */
  isAssertion(callee: string): boolean;
}

const LIBRARIES = [
  {
    assertions: "org.junit.jupiter.api.Assertions",
    annotation: "org.junit.jupiter.api.Test",
    sign: /^org\.junit\.jupiter\./,
    message: "last",
    hasOpposites: true,
  },
  {
    assertions: "org.testng.Assert",
    annotation: "org.testng.annotations.Test",
    sign: /^org\.testng\./,
    message: "last",
    hasOpposites: false,
  },
  {
    assertions: "org.junit.Assert",
    annotation: "org.junit.Test",
    sign: /^org\.junit\.(Assert|Test|Rule|Before|After|\*|runner\.)/,
    message: "first",
    hasOpposites: true,
  },
  {
    assertions: "junit.framework.Assert",
    annotation: null,
    sign: /^junit\.framework\./,
    message: "first",
    hasOpposites: false,
  },
] as const;

/** Null if the imports name no library, or two of them, which order their arguments differently. */
export function libraryOf(root: Node): Library | null {
  const imports = findAll(root, "import_declaration").map((each) =>
    each.text().replace(/^import\s+(static\s+)?|\s*;$/g, ""),
  );
  const found = LIBRARIES.filter(({ sign }) => imports.some((name) => sign.test(name)));
  const [library, another] = found;
  if (library === undefined || another !== undefined) return null;
  const { assertions, annotation, message, hasOpposites } = library;
  const shortName = assertions.replace(/^.*\./, "");
  const ownNames = new Set(
    findAll(root, "method_declaration").map((each) => each.field("name")?.text() ?? ""),
  );
  const isStatic = (name: string) =>
    imports.includes(`${assertions}.*`) || imports.includes(`${assertions}.${name}`) || annotation === null;
  return {
    assertions,
    annotation,
    message,
    hasOpposites,
    isAssertion(callee) {
      const name = callee.replace(/^.*\./, "");
      if (callee === name) return isStatic(name) && !ownNames.has(name);
      return callee === `${assertions}.${name}` || callee === `${shortName}.${name}`;
    },
  };
}
