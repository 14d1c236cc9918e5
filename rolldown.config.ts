import { defineConfig } from "rolldown";

export default defineConfig({
  input: { cli: "src/hosts/cli/main.ts" },
  platform: "node",
  external: [/^node:/, /^@ast-grep\//],
  output: { dir: "dist", format: "esm", chunkFileNames: "[name]-[hash].js", minify: false },
});
