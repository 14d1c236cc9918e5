import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { slugify } from "../src/slug.js";
import { uniqueSlugs } from "../src/unique.js";

describe("slugify", () => {
  it("lowers letters and joins words", () => {
    assert.equal(slugify("Hello World"), "hello-world");
  });

  it("drops accents", () => {
    assert.equal(slugify("Crème Brûlée"), "creme-brulee");
  });

  it("collapses runs of other characters", () => {
    assert.equal(slugify("Rock & Roll"), "rock-roll");
    assert.equal(slugify("What?! No way..."), "what-no-way");
  });

  it("answers an empty slug for an empty text", () => {
    assert.equal(slugify(""), "");
  });
});

describe("uniqueSlugs", () => {
  it("numbers repeated titles", () => {
    assert.deepEqual(uniqueSlugs(["News", "news", "Sport"]), ["news", "news-2", "sport"]);
  });

  it("treats different punctuation as the same title", () => {
    assert.deepEqual(uniqueSlugs(["A - B", "A B"]), ["a-b", "a-b-2"]);
  });
});
