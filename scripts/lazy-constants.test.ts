import { describe, expect, it } from "vitest";
import { makeLazy, withoutExamples } from "./lazy-constants.ts";

/** The result of a script, and the order in which it created its constants. */
function run(code: string): readonly unknown[] {
  const said: unknown[] = [];
  new Function("say", "made", makeLazy(code))(
    (value: unknown) => said.push(value),
    (name: string) => {
      said.push(`made ${name}`);
      return name;
    },
  );
  return said;
}

describe("makeLazy", () => {
  it("creates a constant on first use, and only once", () => {
    expect(run('const A = [made("a")]; say("start"); say(A[0]); say(A[0]);')).toEqual([
      ...["start", "made a", "a", "a"],
    ]);
  });

  it("never creates an unused constant", () => {
    expect(run('const A = made("a"); say("end");')).toEqual(["end"]);
  });

  it.each([
    ["a short property", "const a = [1]; say({ a });", [{ a: [1] }]],
    ["a property with the same name", "const a = [1]; say({ a: 2 }.a);", [2]],
    ["a computed name", 'const a = ["x"]; say({ [a[0]]: 3 });', [{ x: 3 }]],
    ["a constant made from another", "const a = [1]; const b = [...a, 2]; say(b);", [[1, 2]]],
    ["an expression with state", 'const A = /x/g; A.test("xx"); say(A.lastIndex);', [1]],
    [
      "a use before the declaration, in a function",
      "say(f()); function f() { return a; } const a = [1];",
      [[1]],
    ],
  ])("preserves the meaning of %s", (_name, code, said) => {
    expect(run(code)).toEqual(said);
  });

  it.each([
    ["a parameter", 'const a = [made("a")]; const f = (a) => a; say(f(2));'],
    ["a variable inside", 'const a = [made("a")]; const f = () => { const a = 2; return a; }; say(f());'],
    ["a destructured name", 'const a = [made("a")]; const f = ({ a }) => a; say(f({ a: 2 }));'],
    ["a caught error", 'const a = [made("a")]; try { throw 2; } catch (a) { say(a); }'],
  ])("leaves a constant unchanged if its name is also %s", (_name, code) => {
    expect(run(code)).toEqual(["made a", 2]);
  });
});

it("removes unused constants, and those that only they use", () => {
  const code = "const a = [1]; const b = [a]; const c = [3]; const d = { b, e: () => c }; say(c);";
  expect(makeLazy(code)).not.toMatch(/\b[abd]\b/);
  expect(run(code)).toEqual([[3]]);
});

it("removes the examples of plug-ins, and no other examples", () => {
  const code = "const guard = { meta: { id: 1, examples: [2] }, examples: [3] };";
  expect(withoutExamples(code)).toBe("const guard = { meta: { id: 1, examples: [] }, examples: [3] };");
});
