import { lists } from "./lists.ts";
import type { Call, Report } from "./survey.ts";
import { HOLE } from "./values.ts";

/**
 * Framework subcommands that empty or rebuild a database. The programs themselves are ordinary: they run the project's
 * own code. `words` is matched against the arguments, joined by spaces. The programs are plain names, because a hook
 * would have to compile each regular expression for a single test.
 */
const DESTRUCTIVE: readonly (readonly [programs: string, words: RegExp])[] = [
  [
    "python py pypy manage.py django-admin manage",
    /(?:^|manage(?:\.py)? )(?:-\S+ )*(?:flush|reset_db|reset_schema|sqlflush|dbshell|clear_?db)(?: |$)|(?:^|manage(?:\.py)? )migrate .*\bzero\b|(?:^|manage\.py )shell .*(?:\.delete\(|\.raw\(|\btruncate\b|\bdrop\b)/i,
  ],
  [
    "rails rake",
    /\bdb:(?:\w+:)*(?:drop|reset|purge|setup|replant|truncate_all)(?:\b|:)|\bdb:migrate:(?:reset|down|redo)|\bdb:(?:schema|structure):load|\b(?:runner|r) .*(?:delete_all|destroy_all|drop_table|truncate)/,
  ],
  [
    "php artisan sail console",
    /\b(?:migrate:(?:fresh|reset|refresh|rollback)|db:wipe|queue:flush)\b|\bdoctrine:(?:database:drop|schema:drop|fixtures:load|mongodb:schema:drop)\b|\btinker .*(?:truncate|delete\(|dropIfExists)/,
  ],
  ["prisma", /\bmigrate reset\b|\bdb execute\b|--force-reset|--accept-data-loss/],
  ["sequelize sequelize-cli", /\bdb:(?:drop|migrate:undo|seed:undo)/],
  [
    "typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm mikro-orm",
    /\bschema:(?:drop|fresh)|\bmigration:(?:revert|fresh|down)/,
  ],
  ["knex", /\bmigrate:(?:rollback|down)/],
  ["drizzle-kit", /\bdrop\b|--force\b/],
  ["mix", /\becto\.(?:drop|reset|rollback)\b/],
  ["alembic flask aerich quart", /\bdowngrade\b|\bdrop[-_](?:all|db|database)\b|\breset-db\b/],
  ["dotnet", /\bef database (?:drop|update 0)\b/],
  [
    "gradle gradlew mvn mvnw flyway sbt",
    /\bflyway(?::|:?-?)?clean\b|\bflywayClean\b|(?:^| )clean(?: |$)(?=.*-url)/i,
  ],
  ["flyway", /\bclean\b|\bundo\b/],
  ["liquibase gradle gradlew mvn mvnw", /\b(?:liquibase:)?drop-?all\b/i],
  [
    "supabase firebase convex hasura",
    /\bdb reset\b|\bfirestore:delete\b|\bdatabase:remove\b|\bproject delete\b/,
  ],
  ["wp drush", /\bdb (?:reset|drop|clean)\b|\bsite empty\b|\bsql[-:]drop\b/],
  ["goose migrate dbmate sqitch atlas", /\b(?:reset|drop|revert|down-to 0|down -all|schema clean)\b/],
];

/** Programs that run scripts by name, as in `npm run db:reset`. */
const SCRIPT_RUNNERS = "npm pnpm yarn bun make just task composer deno";
const DATABASES = "db database pg postgres mysql mongo redis data";
const EMPTYING = "reset drop wipe nuke destroy truncate purge flush fresh";

/** Asks about commands that empty a database, whichever program starts the framework. */
export function judgeDestructive(call: Call, report: Report): undefined {
  const name = call.name.replace(/^(python|pypy)[\d.]+$/, "$1");
  const entries = DESTRUCTIVE.filter(([programs]) => lists(programs, name));
  const runsScripts = lists(SCRIPT_RUNNERS, name);
  if (entries.length === 0 && !runsScripts) return;
  const words = call.args.map((field) => field.text.replaceAll(HOLE, "…")).join(" ");
  if (
    (runsScripts && words.split(" ").some(namesEmptying)) ||
    entries.some(([, expression]) => expression.test(words))
  )
    report.ask("destructive", `${call.name} ${words.slice(0, 80)} empties or rebuilds a database`);
}

/** `db:reset`, `db_test_drop`, `reset-database`. */
function namesEmptying(word: string): boolean {
  const parts = word.split(/[:_-]/).map((part) => part.split(".", 1)[0] ?? "");
  const [first = "", second = ""] = parts;
  if (lists(EMPTYING, first) && (lists("db database data all", second) || second.startsWith("prod")))
    return true;
  const database = parts.findIndex((part) => lists(DATABASES, part));
  return database !== -1 && parts.slice(database + 1).some((part) => lists(EMPTYING, part));
}
