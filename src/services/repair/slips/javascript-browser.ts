import type { Context } from "../propose/context.ts";
import { insertBefore } from "../propose/edits.ts";
import { callOf } from "../propose/method-call.ts";
import { child, enclosingFunction, type SyntaxNode } from "../syntax/node.ts";
import { at, before, type Slip } from "./slip.ts";

/** Events for which the browser does something itself unless the handler prevents it. */
const PREVENTED = /^["'](?:submit|dragover|drop|contextmenu)["']$/;
const HANDLER = /^(?:handle|on)\w*(?:Submit|Drop|DragOver|ContextMenu)$/;

const pageReload: Slip = {
  language: "javascript",
  why: "a handler that does not prevent what the browser does by itself, such as loading the page again",
  chance: "shown",
  kinds: ["parameters"],
  examples: [
    [
      "form.addEventListener('submit', async (event) => {\n  await save(form);\n});\n",
      "form.addEventListener('submit', async (event) => {\n  event.preventDefault();\n  await save(form);\n});\n",
    ],
    [
      "function handleSubmit(e) {\n  send(e.target);\n}\n",
      "function handleSubmit(e) {\n  e.preventDefault();\n  send(e.target);\n}\n",
    ],
  ],
  leaves: [
    "button.addEventListener('click', (event) => {\n  open(event);\n});\n",
    "form.addEventListener('submit', (event) => {\n  event.preventDefault();\n  send();\n});\n",
  ],
  *correct(site, context) {
    const handler = site.parent?.kind === "function" ? site.parent : null;
    const body = handler === null ? null : child(handler, "body");
    const event = /^\(?(\w+)/.exec(context.text(site))?.[1];
    const first = body?.kind === "block" ? body.children[0] : undefined;
    if (handler === null || event === undefined || first === undefined) return;
    if (!handlesEvent(handler, context) || /\bpreventDefault\b/.test(context.text(handler))) return;
    yield insertBefore(context, first, `${event}.preventDefault();`).edits;
  },
};

function handlesEvent(handler: SyntaxNode, context: Context): boolean {
  const { parent } = handler;
  const call = callOf(parent?.parent, context);
  if (call?.name === "addEventListener") return PREVENTED.test(context.text(call.given[0] ?? handler));
  const name = child(handler, "name") ?? (parent?.kind === "assign" ? child(parent, "target") : null);
  return name !== null && HANDLER.test(context.text(name));
}

const stepForValue: Slip = {
  language: "javascript",
  why: "`next` returns an object with the value, not the value",
  chance: "shown",
  kinds: ["call"],
  examples: [
    ["m.delete(m.keys().next());", "m.delete(m.keys().next().value);"],
    [
      "function f(s) {\n  const x = s.values().next();\n  return x;\n}",
      "function f(s) {\n  const x = s.values().next().value;\n  return x;\n}",
    ],
  ],
  leaves: ["const step = m.keys().next();\nif (!step.done) f(step.value);\n", "const { value } = it.next();"],
  *correct(site, context) {
    const call = callOf(site, context);
    const iterator = call?.name === "next" && call.given.length === 0 ? call.object : null;
    if (
      iterator === null ||
      !/\.(?:keys|values|entries)\(\)$|\[Symbol\.iterator\]\(\)$/.test(context.text(iterator))
    )
      return;
    const target = site.parent?.kind === "assign" ? child(site.parent, "target") : null;
    const around = context.text(enclosingFunction(site) ?? context.tree);
    const isStep = (name: string) => new RegExp(`\\b${name}\\.(?:value|done)\\b`).test(around);
    if (
      target === null ? site.role === "object" : target.kind !== "identifier" || isStep(context.text(target))
    )
      return;
    yield [before(site.end, ".value")];
  },
};

const objectForText: Slip = {
  language: "javascript",
  why: "an object where only a text can be sent or stored",
  chance: "likely",
  kinds: ["name", "pair", "call"],
  examples: [
    ["fetch(url, { method: 'POST', body });", "fetch(url, { method: 'POST', body: JSON.stringify(body) });"],
    [
      "fetch(url, { method: 'POST', body: { a: 1 } });",
      "fetch(url, { method: 'POST', body: JSON.stringify({ a: 1 }) });",
    ],
    ["localStorage.setItem('a', state);", "localStorage.setItem('a', JSON.stringify(state));"],
  ],
  leaves: [
    "request(url, { body });",
    "fetch(url, { method: 'POST', body: 'a' });",
    "localStorage.setItem('a', JSON.stringify(s));",
  ],
  *correct(site, context) {
    const stored = site.kind === "call" ? storedValue(site, context) : sentBody(site, context);
    if (stored === null || !/^(?:identifier|attribute|dict|list|name)$/.test(stored.kind)) return;
    const text = `JSON.stringify(${context.text(stored)})`;
    yield [at(stored, stored === site ? `${context.text(site)}: ${text}` : text)];
  },
};

/** The body of a call of `fetch`; the name itself if it is written as `{ body }`. */
function sentBody(site: SyntaxNode, context: Context): SyntaxNode | null {
  const call = callOf(site.parent?.parent?.parent, context);
  if (call?.callee === undefined || context.text(call.callee) !== "fetch") return null;
  if (site.kind === "name") return context.text(site) === "body" ? site : null;
  const [key, value] = [child(site, "key"), child(site, "value")];
  return key !== null && context.text(key) === "body" ? value : null;
}

function storedValue(site: SyntaxNode, context: Context): SyntaxNode | null {
  const call = callOf(site, context);
  const store = call === null || call.object === null ? "" : context.text(call.object);
  if (call?.name !== "setItem" || !/(?:local|session)Storage$/.test(store)) return null;
  return call.given[1] ?? null;
}

const otherLineBreaks: Slip = {
  language: "javascript",
  why: "lines that end with a carriage return keep it",
  chance: "likely",
  kinds: ["string"],
  examples: [["const lines = text.split('\\n');", "const lines = text.split(/\\r?\\n/);"]],
  leaves: ["const text = lines.join('\\n');"],
  *correct(site, context) {
    const call = callOf(site.parent?.parent, context);
    if (call?.name === "split" && call.given[0] === site && /^["']\\n["']$/.test(context.text(site)))
      yield [at(site, "/\\r?\\n/")];
  },
};

const CONVERSIONS: Readonly<Record<string, string>> = { number: "Number", string: "String" };

const claimedType: Slip = {
  language: "typescript",
  why: "`as` changes what the compiler believes, not the value",
  chance: "shown",
  kinds: ["other"],
  examples: [
    ["f(p.id as unknown as number);", "f(Number(p.id));"],
    ["f(n as any as string);", "f(String(n));"],
  ],
  leaves: ["f(p as Params);", "f(p.id as number);"],
  *correct(site, context) {
    const [, value, type = ""] =
      /^(.+) as (?:unknown|any) as (number|string)$/s.exec(context.text(site)) ?? [];
    if (site.raw === "as_expression" && value !== undefined)
      yield [at(site, `${CONVERSIONS[type]}(${value})`)];
  },
};

export const javascriptBrowserSlips: readonly Slip[] = [
  ...[pageReload, stepForValue, objectForText, otherLineBreaks, claimedType],
];
