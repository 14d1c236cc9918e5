import { type Context, isScript } from "../propose/context.ts";
import { indentAt, indentStep, insertBefore } from "../propose/edits.ts";
import { callOf } from "../propose/method-call.ts";
import type { Change } from "../syntax/change.ts";
import { child, type SyntaxNode } from "../syntax/node.ts";
import { before, type Slip } from "./slip.ts";

const MOST = 4;

const python: Slip = {
  language: "python",
  why: "what was done before an error is not undone after it",
  chance: "likely",
  kinds: ["catch"],
  examples: [
    [
      "def f(self, k):\n    self.open.add(k)\n    try:\n        g(k)\n    except E:\n        raise\n",
      "def f(self, k):\n    self.open.add(k)\n    try:\n        g(k)\n    except E:\n        self.open.discard(k)\n        raise\n",
    ],
    [
      "def f(self, n):\n    self.free -= n\n    try:\n        g(n)\n    except E as e:\n        raise F from e\n",
      "def f(self, n):\n    self.free -= n\n    try:\n        g(n)\n    except E as e:\n        self.free += n\n        raise F from e\n",
    ],
    [
      "def f(d, k):\n    try:\n        d[k] = None\n        d[k] = g(k)\n    except E:\n        log(k)\n",
      "def f(d, k):\n    try:\n        d[k] = None\n        d[k] = g(k)\n    except E:\n        d.pop(k, None)\n        log(k)\n",
    ],
    [
      "def f(pool):\n    c = pool.acquire()\n    try:\n        g(c)\n    except E:\n        return None\n",
      "def f(pool):\n    c = pool.acquire()\n    try:\n        g(c)\n    except E:\n        pool.release(c)\n        return None\n",
    ],
  ],
  leaves: ["def f(k):\n    try:\n        g(k)\n    except E:\n        raise\n"],
  correct: undone,
};

const javascript: Slip = {
  language: "javascript",
  why: "what was done before an error is not undone after it",
  chance: "likely",
  kinds: ["catch"],
  examples: [
    [
      "async function f(k) {\n  pending.set(k, 1);\n  try {\n    await g(k);\n  } catch (e) {\n    throw e;\n  }\n}\n",
      "async function f(k) {\n  pending.set(k, 1);\n  try {\n    await g(k);\n  } catch (e) {\n    pending.delete(k);\n    throw e;\n  }\n}\n",
    ],
    [
      "class A {\n  f(x) {\n    this.#n += 1;\n    try {\n      g(x);\n    } catch {}\n  }\n}\n",
      "class A {\n  f(x) {\n    this.#n += 1;\n    try {\n      g(x);\n    } catch {\n      this.#n -= 1;\n    }\n  }\n}\n",
    ],
    [
      "async function f(s) {\n  try {\n    s.busy = true;\n    await g(s);\n  } catch (e) {\n    log(e);\n  }\n}\n",
      "async function f(s) {\n  try {\n    s.busy = true;\n    await g(s);\n  } catch (e) {\n    s.busy = false;\n    log(e);\n  }\n}\n",
    ],
    [
      "async function f(pool) {\n  const c = await pool.acquire();\n  try {\n    await g(c);\n  } catch (e) {\n    throw e;\n  }\n}\n",
      "async function f(pool) {\n  const c = await pool.acquire();\n  try {\n    await g(c);\n  } catch (e) {\n    pool.release(c);\n    throw e;\n  }\n}\n",
    ],
  ],
  leaves: ["function f(k) {\n  try {\n    g(k);\n  } catch (e) {\n    throw e;\n  }\n}\n"],
  correct: undone,
};

function* undone(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const block = site.children.find(({ kind }) => kind === "block");
  const handled = context.text(site);
  if (site.parent?.kind !== "try" || block === undefined) return;
  const first = block.children.find(({ kind }) => kind !== "comment");
  const seen = new Set<string>();
  for (const statement of earlierStatements(site.parent)) {
    for (const inverse of inversesOf(statement, context)) {
      const code = isScript(context) ? `${inverse};` : inverse;
      if (handled.includes(inverse) || seen.has(inverse) || seen.size >= MOST) continue;
      seen.add(inverse);
      if (first !== undefined) yield insertBefore(context, first, code).edits;
      else yield [before(block.end - 1, inEmptyBlock(block, code, context))];
    }
  }
}

function inEmptyBlock(block: SyntaxNode, code: string, { source }: Context): string {
  const indent = indentAt(source, block.start);
  return `\n${indent}${indentStep(source)}${code}\n${indent}`;
}

/** The statements of the attempt itself, then those before it in the same function, nearest first. */
function earlierStatements(attempt: SyntaxNode): readonly SyntaxNode[] {
  const body = child(attempt, "body");
  const found = [...(body?.children ?? [])];
  for (let inner = attempt; inner.kind !== "function" && inner.parent !== null; inner = inner.parent) {
    const end = inner.start;
    if (inner.parent.kind === "block")
      found.push(...inner.parent.children.filter((each) => each.end <= end).reverse());
  }
  return found;
}

/** Methods and what undoes them: without arguments, or with the same ones. */
const INVERSES: Readonly<Record<string, readonly [method: string, given: "none" | "all"]>> = {
  append: ["pop", "none"],
  push: ["pop", "none"],
  appendleft: ["popleft", "none"],
  unshift: ["shift", "none"],
  open: ["close", "none"],
  connect: ["disconnect", "none"],
  begin: ["rollback", "none"],
  lock: ["unlock", "all"],
  acquire: ["release", "all"],
  reserve: ["release", "all"],
  start: ["stop", "all"],
  enter: ["exit", "all"],
  pause: ["resume", "all"],
  increment: ["decrement", "all"],
  withdraw: ["deposit", "all"],
  debit: ["credit", "all"],
  subscribe: ["unsubscribe", "all"],
  register: ["unregister", "all"],
  on: ["off", "all"],
  addListener: ["removeListener", "all"],
  addEventListener: ["removeEventListener", "all"],
};

function inversesOf(statement: SyntaxNode, context: Context): readonly string[] {
  const [inner] = statement.children;
  if (inner === undefined || !/^(?:expression-statement|declaration)$/.test(statement.kind)) return [];
  if (inner.kind === "update" || inner.kind === "augment") return reversedStep(context.text(inner));
  if (inner.kind !== "assign") return undoneCall(inner, null, context);
  const [target, value] = [child(inner, "target"), child(inner, "value")];
  if (target === null || value === null) return [];
  const name = context.text(target);
  if (value.kind === "boolean") return [`${name} = ${OPPOSITE[context.text(value)]}`];
  if (target.kind === "identifier") return undoneCall(value, name, context);
  return target.kind === "subscript" && statement.kind !== "declaration" ? removed(target, context) : [];
}

const OPPOSITE: Readonly<Record<string, string>> = {
  True: "False",
  False: "True",
  true: "false",
  false: "true",
};

function reversedStep(text: string): readonly string[] {
  const step = /^(?:([\w.#[\]]+)(\+\+|--)|([\w.#[\]]+) ([-+])= (.+))$/s.exec(text);
  if (step === null) return [];
  if (step[1] !== undefined) return [`${step[1]}${step[2] === "++" ? "--" : "++"}`];
  return [`${step[3]} ${step[4] === "+" ? "-" : "+"}= ${step[5]}`];
}

function removed(entry: SyntaxNode, context: Context): readonly string[] {
  const [object, index] = [child(entry, "object"), child(entry, "index")];
  if (object === null || index === null || index.kind === "slice") return [];
  if (isScript(context)) return [`delete ${context.text(entry)}`];
  return [`${context.text(object)}.pop(${context.text(index)}, None)`, `del ${context.text(entry)}`];
}

/** `result` is the variable that holds what the call returned. */
function undoneCall(node: SyntaxNode, result: string | null, context: Context): readonly string[] {
  const call = callOf(node.kind === "await" ? node.children[0] : node, context);
  if (call === null || call.object === null) return [];
  const given = call.given.map((each) => context.text(each));
  const object = context.text(call.object);
  const inScript = isScript(context);
  if (call.name === "add" && given.length === 1)
    return [`${object}.${inScript ? "delete" : "discard"}(${given[0]})`];
  if (call.name === "set" && inScript && given.length === 2) return [`${object}.delete(${given[0]})`];
  const [method, needs] = (Object.hasOwn(INVERSES, call.name) ? INVERSES[call.name] : undefined) ?? [];
  if (method === undefined) return [];
  if (result !== null)
    return method === "release" ? [`${object}.${method}(${result})`] : [`${result}.${method}()`];
  return [`${object}.${method}(${needs === "none" ? "" : given.join(", ")})`];
}

export const undoneOnErrorSlips: readonly Slip[] = [python, javascript];
