import { COSTS } from "../../costs.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { put, replace } from "../../propose/edits.ts";
import { callOf } from "../../propose/method-call.ts";
import { atom } from "../../syntax/expression.ts";
import { child, descendants, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["callback-form"];
const ITERATES = /^(?:map|filter|forEach|some|every|find|findIndex|flatMap|reduce|sort)$/;
const SCHEDULES =
  /^(?:setTimeout|setInterval|setImmediate|queueMicrotask|nextTick|then|catch|finally|on|once|addEventListener)$/;

export const callbackForm: Operator = {
  meta: {
    id: "callback-form",
    title: "Pass a function that is called in the right way",
    why: "A method passed without its object, a function called instead of passed, a callback with its own `this`, with braces and without a result, or with more arguments than expected.",
    cost: costs.prior,
    kinds: ["arguments", "keyword-argument"],
    most: 3,
    examples: [
      { language: "python", before: "x = sorted(xs, key=size())", after: "x = sorted(xs, key=size)" },
      { language: "python", before: "t = Timer(5, stop())", after: "t = Timer(5, stop)" },
      {
        language: "javascript",
        before: "class A { f(words) { return words.map(this.clean); } clean(w) {} }",
        after: "class A { f(words) { return words.map((word) => this.clean(word)); } clean(w) {} }",
      },
      {
        language: "javascript",
        before: "class A { f() { setTimeout(this.tick, 10); } tick() {} }",
        after: "class A { f() { setTimeout(() => this.tick(), 10); } tick() {} }",
      },
      { language: "javascript", before: "setTimeout(stop(), 10);", after: "setTimeout(() => stop(), 10);" },
      { language: "javascript", before: "x = xs.map(parseInt);", after: "x = xs.map(Number);" },
      {
        language: "javascript",
        before: "class A { f(xs) { xs.forEach(function (x) { this.add(x); }); } }",
        after: "class A { f(xs) { xs.forEach((x) => { this.add(x); }); } }",
      },
      {
        language: "javascript",
        before: "x = xs.map((a) => { a.id });",
        after: "x = xs.map((a) => a.id);",
      },
      {
        language: "javascript",
        before: "x = xs.map((a) => { id: a });",
        after: "x = xs.map((a) => ({ id: a }));",
      },
      {
        language: "typescript",
        before: "const x = xs.filter((a) => { ok(a); });",
        after: "const x = xs.filter((a) => ok(a));",
      },
    ],
    leaves: [
      { language: "python", code: "x = sorted(xs, key=size)" },
      {
        language: "javascript",
        code: "x = xs.map((a) => a.id); setTimeout(stop, 10); xs.forEach((a) => { f(a); });",
      },
    ],
  },
  *propose(site, context) {
    if (context.language.id === "python") return yield* passed(site, context);
    if (!isScript(context)) return;
    if (site.kind === "arguments") yield* given(site, context);
  },
};

/** `key=size()` calls the function too early. */
function* passed(site: SyntaxNode, context: Context): Generator<SitePatch> {
  if (site.kind === "keyword-argument") {
    const match = /^(?:key|target|default_factory|callback|func|default)\s*=\s*([\w.]+)\(\)$/.exec(
      context.text(site),
    );
    if (match !== null) yield put({ text: "", start: site.end - 2, end: site.end }, "");
  }
  if (site.kind !== "arguments") return;
  const call = callOf(site.parent, context);
  if (
    call === null ||
    !/^(?:Timer|map|filter|defaultdict|call_later|call_soon|submit|register)$/.test(call.name)
  )
    return;
  for (const each of call.given)
    if (/^[\w.]+\(\)$/.test(context.text(each)))
      yield put({ text: "", start: each.end - 2, end: each.end }, "");
}

function* given(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const call = callOf(site.parent, context);
  const [first] = call?.given ?? [];
  if (call === null || first === undefined) return;
  const iterates = call.object !== null && ITERATES.test(call.name);
  if (iterates && context.text(first) === "parseInt") {
    yield replace(first, atom("Number"));
    yield replace(first, atom("(each) => parseInt(each, 10)"), costs.spelledOut);
  }
  for (const each of call.given) {
    if (each.kind === "function" || each.kind === "lambda") yield* braces(each, context);
    if (each.kind === "attribute" && isMethod(each, context)) {
      const text = context.text(each);
      const item =
        iterates && call.name !== "reduce" && call.name !== "sort" ? singular(call.object, context) : "";
      const shown = iterates && item === "" ? "...args" : item;
      yield replace(each, atom(`(${shown}) => ${text}(${shown})`), iterates ? 0 : costs.scheduled);
      if (!iterates) yield replace(each, atom(`(...args) => ${text}(...args)`), costs.spelledOut);
    }
    const isScheduled = SCHEDULES.test(call.name) && each.kind === "call" && each !== call.given[1];
    if (isScheduled && callOf(each, context)?.name !== "bind")
      yield replace(each, atom(`() => ${context.text(each)}`), costs.scheduled);
  }
}

/** `this.add`, a method of the class and not a function stored in a field. */
function isMethod(node: SyntaxNode, context: Context): boolean {
  const property = child(node, "property");
  const object = child(node, "object");
  if (property === null || object === null || context.text(object) !== "this") return false;
  return descendants(context.tree).some((each) => {
    const name = each.raw === "method_definition" ? child(each, "name") : null;
    return name !== null && context.text(name) === context.text(property);
  });
}

function singular(list: SyntaxNode | null, context: Context): string {
  const name = /(?:^|\.#?)(\w+)s$/.exec(context.text(list))?.[1] ?? "";
  return name.length > 2 ? name : "each";
}

function* braces(site: SyntaxNode, context: Context): Generator<SitePatch> {
  if (site.parent?.kind !== "arguments") return;
  const text = context.text(site);
  const plain = /^(async\s+)?function\s*(\([^)]*\))\s*(\{[\s\S]*\})$/.exec(text);
  if (plain !== null && /\bthis\b/.test(plain[3] ?? ""))
    yield put(site, `${plain[1] ?? ""}${plain[2]} => ${plain[3]}`, costs.ownThis);
  const call = callOf(site.parent.parent, context);
  if (call === null || !ITERATES.test(call.name) || call.name === "forEach") return;
  const arrow = /^((?:async\s+)?(?:\([^()]*\)|\w+)\s*=>\s*)\{\s*([^{}]*?);?\s*\}$/.exec(text);
  const [, head, body = ""] = arrow ?? [];
  if (head === undefined || body === "" || /^(?:return|throw|if|for|while|const|let)\b|;/.test(body)) return;
  if (/^[\w"'-]+\s*:/.test(body)) yield put(site, `${head}({ ${body} })`);
  else yield put(site, `${head}${body}`);
}
