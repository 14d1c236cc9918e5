import { afterEach, describe, expect, it } from "vitest";
import { endSearches, find, texts } from "../../../../test/support/searches.ts";
import { isMissing } from "../../../../test/support/toolchains.ts";

afterEach(endSearches);

const manifest = (name: string, more = "") =>
  `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n${more}`;
const testOf = (name: string, body: string) => `\n#[test]\nfn ${name}() {\n    ${body}\n}\n`;

describe.skipIf(isMissing("cargo"))("Rust, warm (skipped without cargo)", () => {
  const cases: readonly [string, Record<string, string>, Record<string, string>, string][] = [
    [
      "a function that an integration test checks",
      {
        "src/lib.rs":
          "pub fn sum(values: &[i32]) -> i32 {\n    let mut total = 0;\n    for i in 1..values.len() {\n        total += values[i];\n    }\n    total\n}\n",
        "Cargo.toml": manifest("calc"),
      },
      {
        "tests/sums.rs": `use calc::sum;\n${testOf("adds", "assert_eq!(sum(&[1, 2, 3]), 6);")}${testOf("adds_nothing", "assert_eq!(sum(&[]), 0);")}`,
      },
      "in 0..values.len()",
    ],
    [
      "a program that denies warnings, tested inside the same file, in an expression over several lines",
      {
        "src/main.rs": `#![deny(warnings)]\n\nfn main() {\n    println!("{}", even(&[1, 2]));\n}\n\nfn even(values: &[i32]) -> usize {\n    values\n        .iter()\n        .filter(|v| **v % 2 == 1)\n        .count()\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n${testOf("counts", "assert_eq!(even(&[1, 2, 4]), 2);")}}\n`,
        "Cargo.toml": manifest("evens"),
      },
      {},
      "% 2 == 0",
    ],
    [
      "a function that calls itself many times",
      {
        "src/lib.rs":
          "pub fn depth(n: u32) -> u32 {\n    if n <= 0 {\n        return 1;\n    }\n    let left = n - 1;\n    1 + depth(left)\n}\n",
        "Cargo.toml": manifest("deep"),
      },
      { "tests/it.rs": testOf("is_deep", "assert_eq!((deep::depth(3000), deep::depth(0)), (3000, 0));") },
      "return 0;",
    ],
    [
      "a crate without the standard library, in a function that returns an opaque type",
      {
        "src/lib.rs":
          "#![no_std]\n#![forbid(unsafe_code)]\n\npub fn above(values: &[i32], least: i32) -> impl Iterator<Item = &i32> + '_ {\n    values.iter().filter(move |v| **v >= least)\n}\n",
        "Cargo.toml": manifest("above"),
      },
      {
        "tests/it.rs": testOf("is_strict", "assert_eq!(above::above(&[1, 2, 3], 2).count(), 1);"),
      },
      "**v > least",
    ],
    [
      "an arm of a match, in a workspace of two packages",
      {
        "core/src/lib.rs": "pub mod signs;\n",
        "core/src/signs.rs":
          "pub const fn one() -> i32 {\n    1\n}\n\npub fn sign(n: i32) -> i32 {\n    match n {\n        0 => 0,\n        n if n < 0 => -1,\n        _ => one() + 1,\n    }\n}\n",
        "core/Cargo.toml": manifest("core-signs"),
        "app/src/lib.rs": "pub fn shown(n: i32) -> String {\n    core_signs::signs::sign(n).to_string()\n}\n",
        "app/Cargo.toml": manifest("app", '\n[dependencies]\ncore-signs = { path = "../core" }\n'),
        "Cargo.toml": '[workspace]\nmembers = ["core", "app"]\nresolver = "2"\n',
      },
      {
        "app/tests/shows.rs": `${testOf("positive", 'assert_eq!(app::shown(7), "1");')}${testOf("negative", 'assert_eq!(app::shown(-7), "-1");')}`,
      },
      "_ => one(),",
    ],
    [
      "an endless loop",
      {
        "src/lib.rs":
          "pub fn halvings(mut n: u32) -> u32 {\n    let mut count = 0;\n    while n > 0 {\n        n /= 1;\n        count += 1;\n    }\n    count\n}\n",
        "Cargo.toml": manifest("halvings"),
      },
      { "tests/it.rs": testOf("counts", "assert_eq!(halvings::halvings(8), 4);") },
      "n /= 2;",
    ],
    [
      "a constant, which needs a build for each candidate",
      {
        "src/lib.rs":
          "const DAYS: [u32; 3] = [31, 27, 31];\n\npub fn days(month: usize) -> u32 {\n    DAYS[month - 1]\n}\n",
        "Cargo.toml": manifest("months"),
      },
      {
        "tests/it.rs": `${testOf("january", "assert_eq!(months::days(1) + months::days(3), 62);")}${testOf("february", "assert_eq!(months::days(2), 28);")}`,
      },
      "[31, 28, 31]",
    ],
  ];
  it.each(cases)("fixes %s", async (_, sources, tests, fixed) => {
    const found = await find(sources, tests, "cargo test");
    const changed = Object.keys(sources).flatMap((path) => texts(found, sources, path));
    expect(changed.filter((text) => text.includes(fixed))).not.toEqual([]);
  });

  it("says why the tests of a package cannot run", async () => {
    const sources = {
      "src/lib.rs": "pub fn one() -> i32 {\n    2\n}\n",
      "Cargo.toml": manifest("broken", '\n[dependencies]\nabsent-anywhere = "9"\n'),
    };
    const tests = { "tests/it.rs": testOf("is_one", "assert_eq!(broken::one(), 1);") };
    const found = await find(sources, tests, "cargo test");
    expect(found).toMatchObject({ status: "cold", why: expect.stringContaining("absent-anywhere") });
  });
});
