/** What SQL text does to a database, judged by its statements; unknown statements count as changes. */
export type SqlEffect = "reads" | "adds" | "changes";

const READS =
  /^(?:select|show|explain|describe|desc|values|table|with|use|begin|start transaction|commit|rollback|set|pragma \w+(?:\(\w+\))?$|analyze|\\(?:d\S*|l\+?|x|timing|conninfo|z|sf|sv|encoding|pset|a|t|q)(?:\s|$))/i;
const ADDS =
  /^(?:insert into|create (?:table|index|unique index|view|type|extension|schema|database|sequence|function|or replace|role|user)|alter table \S+ add|comment on|copy \S+(?: \([^)]*\))? from stdin)/i;
const REACHES =
  /\b(?:into\s+(?:outfile|dumpfile)|pg_read_\w+|pg_ls_dir|lo_(?:import|export)|dblink\w*|load_file|load_extension|readfile|writefile|fsdir|edit|attach|pg_terminate_backend|xp_cmdshell|program)\b/i;
const WRITING = /\b(?:insert|update|delete|drop|truncate|alter|merge|replace|grant|revoke|into)\b/i;

export function sqlEffect(text: string): SqlEffect {
  const plain = text
    .replace(/--[^\n]*/g, " ")
    .replace(/\/\*[\s\S]*?\*\//g, " ")
    .replace(/'(?:[^'\\]|'')*'/g, "''");
  const statements = plain
    .split(/;|\n(?=\s*\\)/)
    .map((statement) => statement.trim().replace(/\s+/g, " "))
    .filter((statement) => statement !== "");
  if (REACHES.test(plain)) return "changes";
  if (statements.every(reads)) return "reads";
  return statements.every((statement) => reads(statement) || ADDS.test(statement)) ? "adds" : "changes";
}

function reads(statement: string): boolean {
  if (!READS.test(statement) || statement.slice(1).includes("\\")) return false;
  return !/^(?:with|explain|select)\b/i.test(statement) || !WRITING.test(statement);
}
