import type { Starter, StarterRule } from "./starter.ts";

/** An SPDX license comment at the top of each source file. The fix inserts it. */
export function licenseHeader(license: string): Starter {
  const rule = (id: string, files: string, comment: string, path: string, code: string): StarterRule => {
    const header = `${comment} SPDX-License-Identifier: ${license}\n`;
    return {
      id,
      severity: "minor",
      message: "The file does not name its license.",
      why: "Files are copied without their repository; the header goes with them.",
      applies_to: [files],
      pattern: { regex: "SPDX-License-Identifier:", required: true, insert: header },
      path,
      bad: code,
      fixed: code.startsWith("#!") ? code.replace("\n", `\n${header}`) : `${header}${code}`,
      good: `${header}${code}`,
    };
  };
  return {
    id: LICENSE_HEADER,
    title: `Every source file names its license, ${license}.`,
    languages: [],
    applies_to: ["!**/vendor/**", "!**/testdata/**", "!**/fixtures/**"],
    wantedBy: [],
    path: "src/a.py",
    rules: [
      rule("license-header-hash", "**/*.{py,sh,rb,pl}", "#", "src/a.py", "#!/usr/bin/env python3\nx = 1\n"),
      rule(
        "license-header-slashes",
        "**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,go,rs,java,kt,c,h,cc,cpp,hpp,cs,swift}",
        "//",
        "src/a.go",
        "package a\n",
      ),
    ],
  };
}

export const LICENSE_HEADER = "license-header";

const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/Apache License\s+Version 2\.0/, "Apache-2.0"],
  [/Mozilla Public License,? [Vv]ersion 2\.0/, "MPL-2.0"],
  [/GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3/, "AGPL-3.0-only"],
  [/GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3/, "LGPL-3.0-only"],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 3/, "GPL-3.0-only"],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 2/, "GPL-2.0-only"],
  [/Permission to use, copy, modify, and\/or distribute/, "ISC"],
  [/MIT License|Permission is hereby granted, free of charge/, "MIT"],
  [/Redistribution and use in source and binary forms[\s\S]*Neither the name/, "BSD-3-Clause"],
  [/Redistribution and use in source and binary forms/, "BSD-2-Clause"],
];

/** The SPDX name of the license in a manifest or a license file; null if it names no known license. */
export function licenseNamedBy(file: string, text: string): string | null {
  const declared = /^\s*"?license"?\s*[:=]\s*"([\w.+-]+(?: (?:OR|AND|WITH) [\w.+-]+)*)"/m.exec(text)?.[1];
  if (/\.(?:json|toml)$/.test(file)) return declared ?? null;
  return TEXTS.find(([expression]) => expression.test(text))?.[1] ?? null;
}

/** Files that name a repository's license, most precise first. */
export const LICENSE_FILES =
  /^(?:package\.json|Cargo\.toml|pyproject\.toml|(?:LICEN[CS]E|COPYING)(?:\.(?:md|txt))?)$/i;
