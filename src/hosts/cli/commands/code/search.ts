import { openSearch } from "../../../../app/search.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { visible, visibleName } from "../../terminal.ts";

export interface SearchOptions {
  readonly regex?: boolean;
  readonly literal?: boolean;
  readonly ignoreCase?: boolean;
  readonly glob?: readonly string[];
  readonly limit?: number;
  readonly context?: number;
}

export async function buildIndex(context: CommandContext): Promise<CommandResult> {
  using search = await openSearch(context);
  context.progress.say("Indexing");
  const report = await search.refresh({ signal: context.signal });
  context.progress.end();
  const text = Object.entries(report)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
  return { exitCode: 0, text, data: report };
}

/** Searches by meaning, unless a pattern was given. */
export async function runSearch(
  context: CommandContext,
  query: string,
  options: SearchOptions,
): Promise<CommandResult> {
  using search = await openSearch(context);
  return options.regex || options.literal
    ? await byPattern(search, context, query, options)
    : await byMeaning(search, context, query, options);
}

type Search = Awaited<ReturnType<typeof openSearch>>;

async function byMeaning(
  search: Search,
  context: CommandContext,
  query: string,
  options: SearchOptions,
): Promise<CommandResult> {
  context.progress.say("Searching");
  const hits = await search.meaning(query, {
    limit: options.limit ?? 10,
    ...(options.glob && { globs: options.glob }),
    signal: context.signal,
  });
  context.progress.end();
  const { paint } = context;
  const text = hits
    .map(
      (hit) =>
        `${paint("cyan", `${visibleName(hit.path)}:${hit.line}`)}  ${visible(hit.signature || hit.name)}${hit.doc ? paint("dim", `\n    ${visible(hit.doc.split("\n")[0] ?? "")}`) : ""}`,
    )
    .join("\n");
  return { exitCode: hits.length > 0 ? 0 : 1, text: text || "Nothing found.", data: hits };
}

async function byPattern(
  search: Search,
  context: CommandContext,
  query: string,
  options: SearchOptions,
): Promise<CommandResult> {
  const found = await search.code(query, {
    literal: options.literal ?? false,
    ignoreCase: options.ignoreCase ?? false,
    limit: options.limit ?? 100,
    context: options.context ?? 0,
    ...(options.glob && { globs: options.glob }),
    signal: context.signal,
  });
  const { paint } = context;
  const lines = found.matches.map(
    (match) => `${paint("cyan", `${visibleName(match.path)}:${match.line}`)}: ${visible(match.text)}`,
  );
  const rest = found.omitted > 0 ? [`… and ${found.omitted} more of ${found.total}; --limit shows more`] : [];
  const stopped = found.timedOut ? ["The search timed out; there may be more matches."] : [];
  return {
    exitCode: found.total > 0 ? 0 : 1,
    text: [...lines, ...rest, ...stopped].join("\n") || "Nothing found.",
    data: found,
  };
}
