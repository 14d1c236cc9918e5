import type { Context } from "../propose/context.ts";
import { ancestors, child, enclosingClass, type SyntaxNode } from "../syntax/node.ts";
import { before, type Slip } from "./slip.ts";

const leftOut: Slip = {
  language: "python",
  why: "a field that the class declares or sets, and that its list of fields leaves out",
  chance: "shown",
  kinds: ["tuple", "list"],
  examples: [
    [
      'class A(Serializer):\n    total = serializers.IntegerField()\n\n    class Meta:\n        fields = ("id",)\n',
      'class A(Serializer):\n    total = serializers.IntegerField()\n\n    class Meta:\n        fields = ("id", "total",)\n',
    ],
    [
      'class A:\n    __slots__ = ["x"]\n\n    def __init__(self, x, y):\n        self.x = x\n        self.y = y\n',
      'class A:\n    __slots__ = ["x", "y"]\n\n    def __init__(self, x, y):\n        self.x = x\n        self.y = y\n',
    ],
  ],
  leaves: [
    'class A:\n    __slots__ = ("x", "y")\n\n    def __init__(self, x, y):\n        self.x = x\n        self.y = y\n',
    'class A:\n    names = ("a", "b")\n    total = f()\n',
  ],
  *correct(site, context) {
    const target = site.parent?.kind === "assign" ? child(site.parent, "target") : null;
    const last = site.children.at(-1);
    if (target === null || last === undefined || site.children.some(({ kind }) => kind !== "string")) return;
    const listed = site.children.map((each) => context.text(each).slice(1, -1));
    const missing = ownFields(context.text(target), site, context).filter((each) => !listed.includes(each));
    const quote = context.text(last).slice(-1);
    if (missing.length > 0)
      yield [before(last.end, missing.map((each) => `, ${quote}${each}${quote}`).join(""))];
  },
};

/** The fields that a list of this name should have, as far as the class shows them. */
function ownFields(list: string, site: SyntaxNode, context: Context): readonly string[] {
  const classes = [...ancestors(site)].filter(({ kind }) => kind === "class");
  const owner = list === "fields" ? classes[1] : list === "__slots__" ? enclosingClass(site) : undefined;
  if (!owner) return [];
  const declared = /^ +(\w+) = (?:\w+\.)?\w*(?:Field|Serializer)\(/gm;
  const fields = context
    .text(owner)
    .matchAll(list === "fields" ? declared : /\bself\.(\w+)(?:: [^=\n]+)? = /g);
  return [...new Set([...fields].map((each) => each[1] ?? ""))];
}

export const leftOutNameSlips: readonly Slip[] = [leftOut];
