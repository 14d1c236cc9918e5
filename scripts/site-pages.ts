import { posix } from "node:path";

interface SidebarItem {
  readonly text: string;
  readonly link: string;
}

interface SidebarGroup {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: readonly SidebarItem[];
}

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g;
const HEADING = /^## (.+)$/;

/**
 * The contents page, docs/README.md, is the only list of pages: its headings are the groups of the sidebar, and the
 * links before the first heading are the starting points. `read` returns the text of a page.
 */
export function sidebarFrom(contents: string, read: (path: string) => string): SidebarGroup[] {
  const groups: { text: string; collapsed: boolean; items: SidebarItem[] }[] = [
    { text: "Start", collapsed: false, items: [] },
  ];
  for (const line of contents.split("\n")) {
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) groups.push({ text: heading, collapsed: false, items: [] });
    else groups.at(-1)?.items.push(...itemsIn(line, read));
  }
  return groups;
}

function itemsIn(line: string, read: (path: string) => string): SidebarItem[] {
  return [...line.matchAll(LINK)].flatMap(([, , target = ""]) => {
    if (isOutside(target, ".") || !target.endsWith(".md")) return [];
    const [short = target] = titleOf(read(target), target).split(":");
    return [{ text: short, link: `/${target.slice(0, -".md".length)}` }];
  });
}

function titleOf(text: string, otherwise: string): string {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll("`", "") ?? otherwise;
}

/**
 * A page for the site: without comments, and with links to files outside docs/ as plain text, because the site does not
 * contain them. The contents page is renamed.
 */
export function pageFor(path: string, text: string): string {
  const folder = posix.dirname(path);
  return text.replace(/^<!--.*-->\n/gm, "").replace(LINK, (whole, label: string, target: string) => {
    if (/^(?:[a-z]+:|#)/.test(target)) return whole;
    if (isOutside(target, folder)) return label;
    const renamed = target.replace(/(^|\/)README\.md(?=#|$)/, "$1contents.md");
    return `[${label}](${renamed.replace(/(^|\/)decisions\/$/, "$1decisions/index.md")})`;
  });
}

/** A contents page for docs/decisions, which has none. */
export function listOf(pages: readonly { readonly name: string; readonly text: string }[]): string {
  const lines = pages.map(({ name, text }) => `- [${titleOf(text, name)}](${name})`);
  return `# Decisions\n\nChoices that were not obvious.\n\n${lines.join("\n")}\n`;
}

function isOutside(target: string, folder: string): boolean {
  return posix.normalize(posix.join(folder, target)).startsWith("..");
}
