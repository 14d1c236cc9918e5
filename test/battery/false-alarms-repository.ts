import { type FileView, NO_FILES } from "../../src/services/guardrails/files.ts";

export const SHOP = "/home/dev/shop";

const FOLDERS =
  ".git .claude .agentforge src src/components src/legacy src/lib web packages packages/api packages/core docs data db templates templates/base scripts legacy k8s chart test tests dist build coverage node_modules target logs fixtures".split(
    " ",
  );
const TEXTS: Readonly<Record<string, string>> = {
  ".git/HEAD": "ref: refs/heads/feature/login-form\n",
  ".git/index": "DIRC…src/app.ts\0…src/legacy/cart.ts\0…legacy/index.php\0",
  ".gitmodules": '[submodule "vendor/theme"]\n\tpath = vendor/theme\n\turl = ../theme.git\n',
  "package.json": JSON.stringify({
    name: "shop",
    version: "1.4.0",
    scripts: { test: "vitest run", dev: "vite" },
  }),
  "go.mod": "module example.com/shop\n",
  Dockerfile: "FROM node:22\n",
  "docker-compose.yml": "services:\n  api:\n    build: .\n",
  "db/seed.sql": "insert into orders (id) values (1);\n",
  "src/legacy/cart.ts": "export const cart = [];\n",
  "legacy/index.php": "<?php\n",
  "scripts/setup-dev.sh": "#!/usr/bin/env bash\nset -e\nnpm ci\ncp .env.example .env\n",
  "scripts/test.sh": "#!/usr/bin/env bash\nnpm test\n",
  "scripts/deploy.sh": "#!/usr/bin/env bash\ndocker build -t shop .\n",
};
const OUTSIDE: Readonly<Record<string, string>> = {
  "/tmp/fix.patch": "--- a/src/app.ts\n+++ b/src/app.ts\n@@ -1 +1 @@\n-a\n+b\n",
};

/** What the agent's session in this repository has edited so far. */
export const EDITED = ["src/app.ts", "src/app.test.ts"];

/**
 * A polyglot repository in a developer's home, on a topic branch. It need not exist: the policy only queries this view.
 */
export const shopFiles: FileView = {
  home: "/home/dev",
  stat(path) {
    if (path === SHOP || FOLDERS.some((folder) => path === `${SHOP}/${folder}`))
      return { kind: "folder", links: 2 };
    return shopFiles.text(path) === null ? null : { kind: "file", links: 1 };
  },
  real(path) {
    return shopFiles.stat(path) === null ? null : path;
  },
  text: (path) =>
    OUTSIDE[path] ?? (path.startsWith(`${SHOP}/`) ? (TEXTS[path.slice(SHOP.length + 1)] ?? null) : null),
  list: (path) =>
    Object.keys(TEXTS)
      .filter((file) => `${SHOP}/${file}`.startsWith(`${path}/`))
      .map((file) => `${SHOP}/${file}`.slice(path.length + 1))
      .filter((file) => !file.includes("/")),
};

/** The same folders without anything that could excuse a command. */
export const bareFiles: FileView = {
  ...NO_FILES,
  home: "/home/dev",
  stat: (path) =>
    path === SHOP || FOLDERS.some((folder) => path === `${SHOP}/${folder}`)
      ? { kind: "folder", links: 2 }
      : null,
  real: (path) => path,
};
