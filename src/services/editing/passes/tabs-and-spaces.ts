import { findBlocks } from "../line-blocks.ts";
import { trimmed } from "../line-keys.ts";
import type { Pass } from "../pass.ts";

export const tabsAndSpaces: Pass = {
  meta: {
    name: "tabs-and-spaces",
    title: "Tabs instead of spaces, or spaces instead of tabs",
    why: "Listings show tabs as spaces. One tab width must explain every line; new lines get the file's characters.",
    examples: [
      {
        title: "the file has tabs",
        file: "\tif a {\n\t\tb()\n\t}\n",
        search: "    if a {\n        b()\n    }\n",
        replace: "    if a {\n        b()\n        c()\n    }\n",
        result: "\tif a {\n\t\tb()\n\t\tc()\n\t}\n",
      },
      {
        title: "the file has spaces",
        file: "  if (a) {\n    b();\n  }\n",
        search: "\tif (a) {\n\t\tb();\n\t}\n",
        replace: "\tif (a) {\n\t\tc();\n\t}\n",
        result: "  if (a) {\n    c();\n  }\n",
      },
    ],
  },
  find: (source, wording) => findBlocks(source, wording, trimmed, { relations: ["tabs"], score: 0.95 }),
};
