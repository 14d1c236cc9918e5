import type { Call, Report } from "./survey.ts";
import { HOLE } from "./values.ts";

/**
 * Sub-commands of frameworks that empty or rebuild a database. The programs themselves are ordinary: they run
 * the project's own code all day. `words` is tried on the arguments, joined by blanks.
 */
const DESTRUCTIVE: readonly (readonly [programs: RegExp, words: RegExp])[] = [
  [
    /^(?:python[\d.]*|py|pypy3?|manage\.py|django-admin|manage)$/,
    /(?:^|manage(?:\.py)? )(?:-\S+ )*(?:flush|reset_db|reset_schema|sqlflush|dbshell|clear_?db)(?: |$)|(?:^|manage(?:\.py)? )migrate .*\bzero\b|(?:^|manage\.py )shell .*(?:\.delete\(|\.raw\(|\btruncate\b|\bdrop\b)/i,
  ],
  [
    /^(?:rails|rake)$/,
    /\bdb:(?:\w+:)*(?:drop|reset|purge|setup|replant|truncate_all)(?:\b|:)|\bdb:migrate:(?:reset|down|redo)|\bdb:(?:schema|structure):load|\b(?:runner|r) .*(?:delete_all|destroy_all|drop_table|truncate)/,
  ],
  [
    /^(?:php|artisan|sail|console)$/,
    /\b(?:migrate:(?:fresh|reset|refresh|rollback)|db:wipe|queue:flush)\b|\bdoctrine:(?:database:drop|schema:drop|fixtures:load|mongodb:schema:drop)\b|\btinker .*(?:truncate|delete\(|dropIfExists)/,
  ],
  [/^(?:prisma)$/, /\bmigrate reset\b|\bdb execute\b|--force-reset|--accept-data-loss/],
  [/^sequelize(?:-cli)?$/, /\bdb:(?:drop|migrate:undo|seed:undo)/],
  [
    /^(?:typeorm|typeorm-ts-node-\w+|mikro-orm)$/,
    /\bschema:(?:drop|fresh)|\bmigration:(?:revert|fresh|down)/,
  ],
  [/^knex$/, /\bmigrate:(?:rollback|down)/],
  [/^drizzle-kit$/, /\bdrop\b|--force\b/],
  [/^mix$/, /\becto\.(?:drop|reset|rollback)\b/],
  [/^(?:alembic|flask|aerich|quart)$/, /\bdowngrade\b|\bdrop[-_](?:all|db|database)\b|\breset-db\b/],
  [/^dotnet$/, /\bef database (?:drop|update 0)\b/],
  [
    /^(?:gradlew?|mvnw?|flyway|sbt)$/,
    /\bflyway(?::|:?-?)?clean\b|\bflywayClean\b|(?:^| )clean(?: |$)(?=.*-url)/i,
  ],
  [/^flyway$/, /\bclean\b|\bundo\b/],
  [/^(?:liquibase|gradlew?|mvnw?)$/, /\b(?:liquibase:)?drop-?all\b/i],
  [
    /^(?:supabase|firebase|convex|hasura)$/,
    /\bdb reset\b|\bfirestore:delete\b|\bdatabase:remove\b|\bproject delete\b/,
  ],
  [/^(?:wp|drush)$/, /\bdb (?:reset|drop|clean)\b|\bsite empty\b|\bsql[-:]drop\b/],
  [/^(?:goose|migrate|dbmate|sqitch|atlas)$/, /\b(?:reset|drop|revert|down-to 0|down -all|schema clean)\b/],
  [
    /^(?:npm|pnpm|yarn|bun|make|just|task|composer|deno)$/,
    /(?:^|[\s:_-])(?:db|database|pg|postgres|mysql|mongo|redis|data)[:_-](?:\w+[:_-])*(?:reset|drop|wipe|nuke|destroy|truncate|purge|flush|fresh)\b|(?:^|\s)(?:reset|drop|wipe|nuke|destroy|truncate|purge)[:_-](?:db|database|data|all|prod\w*)\b/,
  ],
];

/** A question about what empties a database, whoever starts the framework. */
export function judgeDestructive(call: Call, report: Report): undefined {
  const entries = DESTRUCTIVE.filter(([programs]) => programs.test(call.name));
  if (entries.length === 0) return;
  const words = call.args.map((field) => field.text.replaceAll(HOLE, "…")).join(" ");
  if (entries.some(([, expression]) => expression.test(words)))
    report.ask("destructive", `${call.name} ${words.slice(0, 80)} empties or rebuilds a database`);
}
