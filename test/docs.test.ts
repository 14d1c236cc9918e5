import { expect, test } from "vitest";
import { generatedDocs, isStale } from "../scripts/generated-docs.ts";

test.each(generatedDocs().map((file) => [file.path, file] as const))(
  "%s is what npm run docs writes",
  (_, file) => {
    expect(isStale(file)).toBe(false);
  },
);
