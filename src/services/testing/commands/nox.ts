import type { CommandSource } from "./contract.ts";

const RUN =
  /session\.run\(\s*((?:(?:"[^"\\\n]*"|'[^'\\\n]*')\s*,?\s*)+)(?:\*\w+(?:\.\w+)?\s*,?\s*)?(?:env\s*=\s*\{([^{}]*)\}\s*,?\s*)?\)/g;
const TEXT = /"([^"\\\n]*)"|'([^'\\\n]*)'/g;

/** Calls to `session.run` with plain strings; sessions that compute their command are skipped. */
export const nox: CommandSource = {
  file: "noxfile.py",
  read(text) {
    return [...text.matchAll(RUN)].map(([, words = "", env = ""]) => {
      const values = texts(env);
      const pairs = values.flatMap((name, index) =>
        index % 2 === 0 ? [[name, values[index + 1] ?? ""]] : [],
      );
      const isLiteral = env.replace(TEXT, "").replace(/[\s,:]/g, "") === "";
      return {
        words: texts(words),
        env: isLiteral ? Object.fromEntries(pairs) : {},
        from: "noxfile.py",
      };
    });
  },
};

function texts(source: string): string[] {
  return [...source.matchAll(TEXT)].map(([, double, single]) => double ?? single ?? "");
}
