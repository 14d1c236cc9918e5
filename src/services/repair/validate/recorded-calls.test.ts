import { describe, expect, it } from "vitest";
import { marksOf } from "./marks.ts";

function recorded(text: string): readonly string[] {
  const { record } = marksOf({ path: "m.js", text });
  return record.flatMap(([, code]) => /__called__\("m\.js",(.*)\)/.exec(code)?.[1] ?? []);
}

describe("calls that a comparison records", () => {
  it.each<[string, string]>([
    ["function f(a) { return a; }", '"f",arguments,undefined'],
    ["export function f(a) { return a; }", '"f",arguments,undefined'],
    ["export const f = (a, b) => a + b;", '"f",[a,b],undefined'],
    ["const f = a => { return a; };", '"f",[a],undefined'],
    ["const f = ({ a, b }, ...rest) => a;", '"f",[{ a, b },...rest],undefined'],
    ["const f = (a = 1) => a;", '"f",[a],undefined'],
    ["const f = function (a) { return a; };", '"f",arguments,undefined'],
    ["class C { m(a) { return a; } }", '"C.m",arguments,this'],
    ["export class C { static m(a) { return a; } }", '"C.m",arguments,undefined'],
    ["class C { m = (a) => a; }", '"C.m",[a],this'],
    ["const table = { m(a) { return a; } };", '"table.m",arguments,undefined'],
    ["const table = { m: (a) => a };", '"table.m",[a],undefined'],
    ["exports.f = (a) => a;", '"f",[a],undefined'],
    ["module.exports = { f(a) { return a; } };", '"f",arguments,undefined'],
    ["module.exports = function (a) { return a; };", '"",arguments,undefined'],
  ])("%s", (text, call) => {
    expect(recorded(text)).toEqual([call]);
  });

  it.each<[string]>([
    ["function outer() { return [1].map((a) => a); }"],
    ["const f = ({ a = 1 }) => a;"],
    ["class C { constructor(a) { this.a = a; } }"],
  ])("excludes nested functions and those whose parameters are not values: %s", (text) => {
    expect(recorded(text).filter((each) => !each.startsWith('"outer"'))).toEqual([]);
  });
});
