import { at, type Slip } from "../slip.ts";

const inheritedKeys: Slip = {
  why: "an empty object already has keys such as `constructor`",
  chance: "ordinary",
  kinds: ["dict"],
  examples: { javascript: [["const counts = {};", "const counts = Object.create(null);"]] },
  leaves: { javascript: ["const counts = { a: 1 };"] },
  *correct(site, context) {
    if (context.text(site) === "{}" && site.role === "value") yield [at(site, "Object.create(null)")];
  },
};

const inheritedKey: Slip = {
  why: "`in` and a plain access also find what every object inherits",
  chance: "ordinary",
  kinds: ["comparison", "binary"],
  examples: { javascript: [["x = k in d;", "x = Object.hasOwn(d, k);"]] },
  leaves: { javascript: ["x = a < b;"] },
  *correct(site, context) {
    const match = /^([\w.]+|'[^']*'|"[^"]*") in ([\w.]+)$/.exec(context.text(site));
    if (match !== null) yield [at(site, `Object.hasOwn(${match[2]}, ${match[1]})`)];
  },
};

export const javascriptInheritedKeysSlips: readonly Slip[] = [inheritedKeys, inheritedKey];
