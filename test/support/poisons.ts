const test = (body: string) =>
  `import { spawn } from "node:child_process";\nimport { test } from "node:test";\ntest("poison", async () => { ${body} });\n`;

/** Test files that a machine must survive. */
export const POISONS = {
  hangs: test("for (;;);"),
  /** 2 GB. */
  floods: test(`for (let mb = 0; mb < 2000; mb += 1) {
    if (!process.stdout.write("x".repeat(1e6))) await new Promise((done) => process.stdout.once("drain", done));
  }
  throw new Error("flooded");`),
  forks: test(
    `const bomb = "for (let i = 0; i < 4; i += 1) require('child_process').spawn(process.execPath, ['-e', process.argv[1], process.argv[1]], { stdio: 'ignore' });";
  for (let i = 0; i < 8; i += 1) spawn(process.execPath, ["-e", bomb, bomb], { stdio: "ignore" });
  await new Promise(() => setInterval(() => {}, 1000));`,
  ),
} as const;
