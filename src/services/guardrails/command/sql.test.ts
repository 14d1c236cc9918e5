import { describe, expect, it } from "vitest";
import { type SqlEffect, sqlEffect } from "./sql.ts";

const CASES: readonly (readonly [SqlEffect, string])[] = [
  ["reads", "select * from orders where status = 'drop table'"],
  ["reads", "SELECT 1; select 2;"],
  ["reads", "-- drop table x\nselect 1"],
  ["reads", "\\d orders"],
  ["reads", "explain select * from a"],
  ["reads", "with a as (select 1) select * from a"],
  ["adds", "insert into orders (id) values (1); select 1"],
  ["adds", "create table a (id int)"],
  ["changes", "drop table users"],
  ["changes", "delete from orders"],
  ["changes", "select 1; truncate orders"],
  ["changes", "with a as (delete from orders returning *) select * from a"],
  ["changes", "explain analyze delete from orders"],
  ["changes", "select * into outfile '/tmp/x' from a"],
  ["changes", "\\dt \\! sh"],
  ["changes", "select 1 \\g |sh"],
  ["changes", "frobnicate"],
];

describe("what statements do", () => {
  it.each(CASES)("%s: %s", (effect, text) => expect(sqlEffect(text)).toBe(effect));
});
