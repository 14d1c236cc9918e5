import type { Context } from "../../propose/context.ts";
import type { Change } from "../../syntax/change.ts";
import { child, descendants, enclosingClass, enclosingFunction, type SyntaxNode } from "../../syntax/node.ts";
import { at, type Slip } from "../slip.ts";

const python: Slip = {
  why: "a property that reads or sets itself",
  chance: "shown",
  kinds: ["attribute"],
  examples: {
    python: [
      [
        "class A:\n    @property\n    def x(self):\n        return self.x\n\n    @x.setter\n    def x(self, v):\n        self.x = v\n",
        "class A:\n    @property\n    def x(self):\n        return self._x\n\n    @x.setter\n    def x(self, v):\n        self._x = v\n",
      ],
      [
        "class A:\n    @property\n    def x(self):\n        return self._x\n\n    @x.setter\n    def x(self, v):\n        self.x = v\n",
        "class A:\n    @property\n    def x(self):\n        return self._x\n\n    @x.setter\n    def x(self, v):\n        self._x = v\n",
      ],
    ],
  },
  leaves: { python: ["class A:\n    @property\n    def x(self):\n        return self._x\n"] },
  *correct(site, context) {
    const [owner, around] = [enclosingFunction(site), enclosingClass(site)];
    const name = owner === null ? null : child(owner, "name");
    const own = name === null ? "" : `self.${context.text(name)}`;
    if (owner === null || around === null || context.text(site) !== own) return;
    const isOfProperty = (each: SyntaxNode | null) =>
      each?.parent?.raw === "decorated_definition" &&
      /^@(?:property|cached_property|\w+\.setter)\b/.test(context.text(each.parent));
    if (!isOfProperty(owner)) return;
    const uses = descendants(around).filter(
      (each) =>
        each.kind === "attribute" &&
        context.text(each) === own &&
        isOfProperty(enclosingFunction(each)) &&
        isNamedLike(enclosingFunction(each), own, context),
    );
    yield uses.map((each): Change => at(each, own.replace(".", "._")));
  },
};

function isNamedLike(owner: SyntaxNode | null, own: string, context: Context): boolean {
  const name = owner === null ? null : child(owner, "name");
  return name !== null && `self.${context.text(name)}` === own;
}

const javascript: Slip = {
  why: "a getter or setter that calls itself",
  chance: "shown",
  kinds: ["attribute"],
  examples: {
    javascript: [
      [
        "class A {\n  get x() { return this.x; }\n  set x(v) { this.x = v; }\n}\n",
        "class A {\n  get x() { return this._x; }\n  set x(v) { this._x = v; }\n}\n",
      ],
      [
        "class A {\n  #x = 0;\n  get x() { return this.#x; }\n  set x(v) { this.x = v; }\n}\n",
        "class A {\n  #x = 0;\n  get x() { return this.#x; }\n  set x(v) { this.#x = v; }\n}\n",
      ],
    ],
  },
  leaves: { javascript: ["class A {\n  get x() { return this._x; }\n}\n"] },
  *correct(site, context) {
    const around = enclosingClass(site);
    const own = ownProperty(site, context);
    if (around === null || own === null) return;
    const uses = descendants(around).filter((each) => ownProperty(each, context) === own);
    const isPrivate = new RegExp(`^\\s*#${own}\\b`, "m").test(context.text(around));
    yield uses.map((each) => at(each, `this.${isPrivate ? "#" : "_"}${own}`));
  },
};

/** The name of the accessor around a use of the property that it implements. */
function ownProperty(site: SyntaxNode, context: Context): string | null {
  const owner = site.kind === "attribute" ? enclosingFunction(site) : null;
  const name = owner === null ? undefined : /^[gs]et (\w+)\(/.exec(context.text(owner))?.[1];
  return name !== undefined && context.text(site) === `this.${name}` ? name : null;
}

export const endlessPropertiesSlips: readonly Slip[] = [python, javascript];
