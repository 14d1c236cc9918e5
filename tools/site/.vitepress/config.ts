import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";
import { sidebarFrom } from "../../../scripts/site-pages.ts";

/** `npm run site` writes `pages/` from docs/ before this is read. */
const manifest = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
const read = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), "utf8");

export default defineConfig({
  title: "AgentForge",
  description: manifest.description,
  lang: "en-US",
  srcDir: "pages",
  outDir: "../../site",
  head: [["link", { rel: "icon", href: "data:," }]],
  // The pages are plain Markdown: what looks like a tag in them is text.
  markdown: { html: false, theme: { light: "github-light-high-contrast", dark: "github-dark" } },
  themeConfig: {
    siteTitle: "AgentForge",
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Tutorial", link: "/tutorial" },
      { text: "Commands", link: "/commands" },
      { text: "Settings", link: "/settings" },
      { text: `v${manifest.version}`, link: "/contents" },
    ],
    sidebar: sidebarFrom(read("README.md"), read),
    docFooter: { prev: "Previous", next: "Next" },
    footer: { message: `Version ${manifest.version}. Released under the ${manifest.license} License.` },
  },
});
