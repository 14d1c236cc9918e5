import { describe, expect, it } from "vitest";
import { literalFiles } from "./literal-files.ts";

describe("files that code names", () => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    ["python", "json.load(open('package.json'))", ["package.json"], []],
    ["python", "open('a.txt', 'w').write('x')", [], ["a.txt"]],
    ["python", "open(mode='w', file='a')", [], []],
    ["python", "open('.e' + 'nv')", [], []],
    ["python", "open(f'{x}')", [], []],
    ["python", "from pathlib import Path; p = Path('src/a.py'); p.write_text('x')", [], ["src/a.py"]],
    ["python", "from pathlib import Path; print(Path('a').read_text())", ["a"], []],
    ["python", "open('evil.py','w').write('x'); import evil", [], []],
    ["node", "require('fs').readFileSync('a.json','utf8')", ["a.json"], []],
    ["node", "const fs=require('fs'); fs.writeFileSync('b.txt','x')", [], ["b.txt"]],
    ["node", "require('fs').writeFileSync('x.js','evil'); require('./x.js')", [], []],
    ["ruby", "File.read('a')", [], []],
  ])("%s: %s", (language, code, reads, writes) => {
    expect(literalFiles(language, code)).toMatchObject({ reads, writes });
  });

  it("stay in the code when they are computed", () => {
    const code = "print(open('a').read(), open(name).read())";
    expect(literalFiles("python", code).rest).toContain("open(name)");
  });
});
