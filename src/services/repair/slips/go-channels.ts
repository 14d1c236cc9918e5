import type { Context } from "../propose/context.ts";
import { contains, descendants, enclosingFunction, isStatement, type SyntaxNode } from "../syntax/node.ts";
import { lineAfter } from "./go-reading.ts";
import type { Slip } from "./slip.ts";

const neverClosed: Slip = {
  language: "go",
  why: "range over a channel ends only when the channel is closed, and nobody closes it",
  chance: "shown",
  kinds: ["for-classic"],
  examples: [
    [
      "package p\nfunc f(xs []int) {\n\tin := make(chan int)\n\tgo func() {\n\t\tfor x := range in {\n\t\t\tg(x)\n\t\t}\n\t}()\n\tfor _, x := range xs {\n\t\tin <- x\n\t}\n}",
      "package p\nfunc f(xs []int) {\n\tin := make(chan int)\n\tgo func() {\n\t\tfor x := range in {\n\t\t\tg(x)\n\t\t}\n\t}()\n\tfor _, x := range xs {\n\t\tin <- x\n\t}\n\tclose(in)\n}",
    ],
    [
      "package p\nfunc send(out chan<- int) {\n\tfor i := 0; i < 3; i++ {\n\t\tout <- i\n\t}\n}\nfunc f(in chan int) {\n\tgo send(in)\n\tfor x := range in {\n\t\tg(x)\n\t}\n}",
      "package p\nfunc send(out chan<- int) {\n\tfor i := 0; i < 3; i++ {\n\t\tout <- i\n\t}\n\tclose(out)\n}\nfunc f(in chan int) {\n\tgo send(in)\n\tfor x := range in {\n\t\tg(x)\n\t}\n}",
    ],
  ],
  leaves: [
    "package p\nfunc f(xs []int, in chan int) {\n\tfor _, x := range xs {\n\t\tin <- x\n\t}\n}",
    "package p\nfunc f(xs []int) {\n\tin := make(chan int)\n\tgo g(in)\n\tfor _, x := range xs {\n\t\tin <- x\n\t}\n\tclose(in)\n\tfor range in {\n\t\tg(1)\n\t}\n}",
  ],
  *correct(site, context) {
    const sent = descendants(site).find(({ raw }) => raw === "send_statement");
    const channel = sent?.children[0];
    if (sent === undefined || channel?.kind !== "identifier" || !isStatement(site)) return;
    const name = context.text(channel);
    const isRead = new RegExp(`\\brange ${name}\\b`).test(context.source);
    const isOnlySent =
      new RegExp(`\\b${name} chan<- `).test(context.source) && /\brange \w+ \{/.test(context.source);
    const closes = new RegExp(isRead ? `\\bclose\\(${name}\\)` : "\\bclose\\(");
    const isInLoop = !descendants(site).some((each) => each.raw === "func_literal" && contains(each, sent));
    if ((isRead || isOnlySent) && isInLoop && !closes.test(context.source) && isMade(name, site, context))
      yield [lineAfter(site, `close(${name})`, context)];
  },
};

/** Whether the functions around a loop made the channel, or only send to it. */
function isMade(name: string, site: SyntaxNode, context: Context): boolean {
  for (let owner = enclosingFunction(site); owner !== null; owner = enclosingFunction(owner))
    if (new RegExp(`\\b${name} (?::?= make\\(chan |chan<- )`).test(context.text(owner))) return true;
  return false;
}

export const goChannelSlips: readonly Slip[] = [neverClosed];
