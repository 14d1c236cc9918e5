import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { startAgentforge } from "./cli.ts";
import { mayLack } from "./toolchains.ts";

const PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const program = (process.env.PATH ?? "")
  .split(delimiter)
  .flatMap((folder) => PROGRAMS.map((name) => join(folder, name)))
  .find((path) => existsSync(path));

/** True if no Chromium is installed; in CI, which has one, that is a failure. */
export const noBrowser = mayLack(program !== undefined, "Chromium");

export function launchBrowser(): Promise<Browser> {
  if (program === undefined) throw new Error("there is no Chromium on the PATH");
  // Chromium refuses to sandbox its pages when it runs as root.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: program, args });
}

export interface ServedPage {
  /** With the token that signs in. */
  readonly link: string;
  readonly port: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts `agentforge serve` for a repository, and waits until it listens. */
export async function servePage(
  folder: string,
  { port = 0, env = {} }: { readonly port?: number; readonly env?: Record<string, string> } = {},
): Promise<ServedPage> {
  const server = startAgentforge(folder, ["serve", "--port", String(port), "--json"], env);
  const link = await new Promise<string>((resolve, reject) => {
    server.stdout?.once("data", (said: Buffer) =>
      resolve((JSON.parse(said.toString()) as { link: string }).link),
    );
    server.then(({ stderr }) => reject(new Error(`agentforge serve ended: ${stderr}`)), reject);
  });
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    server.kill(signal);
    await server;
  };
  return {
    link,
    port: Number(new URL(link).port),
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
}

export interface OpenedPage {
  readonly page: Page;
  /** Browser errors: script errors, blocked content, failed requests. */
  readonly complaints: string[];
}

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
}

/** A page with its own browser profile, signed in by the link. */
export async function openPage(
  browser: Browser,
  link: string,
  { width = 1360, height = 900, dark = false }: PageOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`script: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("dialog", async (dialog) => {
    complaints.push(`a script opened a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  await page.goto(link);
  return { page, complaints };
}
