import { hasArgument, splitArguments, valuesOf } from "../arguments.ts";
import { lists } from "../lists.ts";
import { sqlEffect } from "../sql.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { type Field, HOLE, plainField } from "../values.ts";

/** Database clients: reading is ordinary, and so is adding to a database on this machine; anything else asks the user. */
export const databases: Readonly<Record<string, ProgramJudge>> = {
  psql: judgeSql("-c --command", "-f --file"),
  pgcli: judgeSql("-c --command", "-f"),
  mysql: judgeSql("-e --execute", ""),
  mariadb: judgeSql("-e --execute", ""),
  "clickhouse-client": judgeSql("-q --query", "--queries-file"),
  duckdb: judgeSql("-c", "-f"),
  sqlcmd: judgeSql("-Q -q", "-i"),
  cqlsh: judgeSql("-e --execute", "-f"),
  mongosh: judgeMongo,
  mongo: judgeMongo,
  "redis-cli": judgeRedis,
  "valkey-cli": judgeRedis,
  createdb: judgeLocal("creates a database on another machine"),
  createuser: judgeLocal("creates a user on another machine"),
  pg_isready: () => undefined,
  pg_dump: judgeDump,
  pg_dumpall: judgeDump,
  mysqldump: judgeDump,
  "mariadb-dump": judgeDump,
  dropdb: askDrop,
  dropuser: askDrop,
  pg_restore: askDrop,
  mongorestore: askDrop,
  mysqladmin: (call, report) =>
    hasArgument(call.args, /^(?:ping|status|version|variables|processlist)$/)
      ? undefined
      : askDrop(call, report),
};

const VALUED =
  "-c -e -f -d -h -U -p -q -Q -i -S -u -P -D -v -o -L --command --execute --file --query --dbname --host --username --user --port --database --set --variable --output";
const LOADS = /^--(?:init-command|defaults\S*|local-infile|plugin\S*|tee|pager|psqlrc|login-path)/;
const LOCAL = /^(?:localhost|127\.0\.0\.1|::1|\/.*|db|postgres|mysql|database)?$/;

function judgeSql(inline: string, fromFile: string): ProgramJudge {
  return (call, report) => {
    const { options } = splitArguments(call.args, VALUED);
    const texts = options.filter(({ name }) => lists(inline, name)).map(({ value }) => value);
    if (options.some(({ name }) => LOADS.test(name)))
      return report.ask("database", `${call.name} would load settings or run a program`);
    report.touch("write", ...valuesOf(options, "-o -L --output --log-file"));
    for (const value of valuesOf(options, fromFile)) texts.push(scriptOf(value, report));
    if (call.input.kind === "text") texts.push(call.input.text);
    if (call.input.kind === "pipe" || call.input.kind === "file")
      return report.ask("database", `${call.name} would run what it reads from its input`);
    for (const text of texts) judgeStatements(call, text, report);
  };
}

function judgeStatements(call: Call, text: Field | null, report: Report): undefined {
  if (text === null || text.text.includes(HOLE))
    return report.ask("database", `${call.name} would run statements that cannot be seen`);
  const effect = sqlEffect(text.text);
  if (effect === "reads" || (effect === "adds" && isLocal(call))) return;
  report.ask("database", `${call.name} would change a database: ${text.text.trim().slice(0, 80)}`);
}

/** The project's own SQL script; null if its content is unknown. */
function scriptOf(path: Field, report: Report): Field | null {
  report.touch("execute", path);
  const text = path.text.includes(HOLE) ? null : report.surroundings.text(path.text);
  return text === null ? null : plainField(text);
}

function isLocal(call: Call): boolean {
  const { options, operands } = splitArguments(call.args, VALUED);
  const host = valuesOf(options, "-h --host")[0]?.text ?? "";
  const address = operands.find((field) => field.text.includes("://") || field.text.includes(HOLE));
  return (
    LOCAL.test(host) &&
    (!address || /^\w+:\/\/(?:[^@/]*@)?(?:localhost|127\.0\.0\.1)(?::\d+)?(?:\/|$)/.test(address.text))
  );
}

function judgeLocal(why: string): ProgramJudge {
  return (call, report) => (isLocal(call) ? undefined : report.ask("database", why));
}

function askDrop(call: Call, report: Report): undefined {
  if (call.args.every((field) => /^--?(?:version|help|V)$/.test(field.text)) && call.args.length > 0) return;
  report.ask("database", `${call.name} would change or remove a database`);
}

function judgeDump(call: Call, report: Report): undefined {
  const { options } = splitArguments(call.args, `${VALUED} -r --result-file`);
  report.touch("write", ...valuesOf(options, "-f --file -r --result-file"));
}

const MONGO_CHANGES =
  /\b(?:drop\w*|delete\w*|remove\w*|update\w*|insert\w*|replace\w*|rename\w*|bulkWrite|findAndModify|findOneAnd\w+|createUser|grant\w*|shutdown\w*|fsync\w*|eval|load|run\w*|adminCommand|require|process|import)\b|\$(?:out|merge)\b|\[\s*["']|[`\\]/;

function judgeMongo(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(call.args, "--eval --file -f --host --port -u -p");
  if (call.input.kind !== "none")
    return report.ask("database", `${call.name} would run what it reads from its input`);
  report.touch("execute", ...valuesOf(options, "-f --file"));
  for (const { name, value } of options)
    if (name === "--eval" && (!value || value.text.includes(HOLE) || MONGO_CHANGES.test(value.text)))
      report.ask("database", `${call.name} would change a database: ${value?.text.slice(0, 80) ?? ""}`);
  for (const operand of operands) if (/\.m?js$/.test(operand.text)) report.touch("execute", operand);
}

const REDIS_READS =
  /^(?:ping|get|mget|getrange|strlen|keys|scan|sscan|hscan|zscan|info|ttl|pttl|type|exists|hget|hgetall|hkeys|hvals|hlen|hmget|lrange|llen|lindex|smembers|scard|sismember|zrange|zscore|zcard|zcount|xrange|xlen|dbsize|time|memory|object|client|slowlog|config|command|echo|publish|subscribe|psubscribe)$/i;

function judgeRedis(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(call.args, "-h -p -a -n -u --pattern --user --pass");
  if (options.some(({ name }) => /^(?:--eval|-x|-X|--pipe|--cluster|--rdb)$/.test(name)))
    return report.ask("database", "redis-cli would run or load something");
  const [command, second] = operands;
  if (!command)
    return call.input.kind === "none"
      ? undefined
      : report.ask("database", "redis-cli would run what it reads");
  const changing =
    /^(?:config|client|memory)$/i.test(command.text) &&
    !/^(?:get|list|info|usage|stats|id)$/i.test(second?.text ?? "");
  if (!REDIS_READS.test(command.text) || changing)
    report.ask("database", `redis-cli ${command.text.replaceAll(HOLE, "…")} changes the store`);
}
