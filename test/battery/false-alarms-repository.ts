import type { FileView } from "../../src/services/guardrails/files.ts";

export const SHOP = "/home/dev/shop";

const FOLDERS =
  ".git .claude .agentforge src src/components src/legacy src/lib web packages packages/api packages/core docs data db templates templates/base scripts legacy k8s chart test tests dist build coverage node_modules target logs fixtures".split(
    " ",
  );
const TEXTS: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({
    name: "shop",
    version: "1.4.0",
    scripts: { test: "vitest run", dev: "vite" },
  }),
  "scripts/setup-dev.sh": "#!/usr/bin/env bash\nset -e\nnpm ci\ncp .env.example .env\n",
  "scripts/test.sh": "#!/usr/bin/env bash\nnpm test\n",
  "scripts/deploy.sh": "#!/usr/bin/env bash\ndocker build -t shop .\n",
};

/** A repository in a developer's home that nobody has to create: the policy only looks at it. */
export const shopFiles: FileView = {
  stat(path) {
    if (path === SHOP || FOLDERS.some((folder) => path === `${SHOP}/${folder}`))
      return { kind: "folder", links: 2 };
    return Object.keys(TEXTS).some((file) => path === `${SHOP}/${file}`) ? { kind: "file", links: 1 } : null;
  },
  real(path) {
    return shopFiles.stat(path) === null ? null : path;
  },
  text: (path) => (path.startsWith(`${SHOP}/`) ? (TEXTS[path.slice(SHOP.length + 1)] ?? null) : null),
  list: () => [],
};
