import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { AgentForgeError } from "../../domain/errors.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".png": "image/png",
};

interface StaticFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly compressed: Buffer;
  readonly tag: string;
}

export interface StaticFiles {
  /** Answers a GET for a static file or page route; false if the path is neither. */
  answer(path: string, request: IncomingMessage, response: ServerResponse): boolean;
}

/** The page's files, read once at startup: no request path ever becomes a file path. */
export async function openStaticFiles(folder: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>();
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const bytes = await readFile(join(folder, name));
    files.set(`/${name}`, {
      type,
      bytes,
      compressed: gzipSync(bytes),
      tag: `"${hash("sha256", bytes).slice(0, 32)}"`,
    });
  }
  const page = files.get("/index.html");
  if (page === undefined) {
    throw new AgentForgeError("bad_config", "the review page is missing from this installation", {
      hint: "Reinstall AgentForge. In a clone, run npm run build.",
    });
  }
  return {
    answer(path, request, response) {
      const file = files.get(path) ?? (isPageRoute(path) ? page : undefined);
      if (file === undefined) return false;
      send(file, request, response);
      return true;
    },
  };
}

/** Client-side routes, such as `/` and `/reviews/RV-1`. */
function isPageRoute(path: string): boolean {
  return /^\/(?:[a-z-]+(?:\/.*)?)?$/.test(path) && !/^\/api(?:\/|$)/.test(path);
}

function send(file: StaticFile, request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("Cache-Control", "no-cache");
  response.setHeader("ETag", file.tag);
  response.setHeader("Vary", "Accept-Encoding");
  if (request.headers["if-none-match"] === file.tag) {
    response.writeHead(304).end();
    return;
  }
  const isCompressed = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  const bytes = isCompressed ? file.compressed : file.bytes;
  if (isCompressed) response.setHeader("Content-Encoding", "gzip");
  response.writeHead(200, { "Content-Type": file.type, "Content-Length": bytes.length });
  response.end(request.method === "HEAD" ? undefined : bytes);
}
