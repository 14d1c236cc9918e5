import { findBlocks } from "../line-blocks.ts";
import type { Pass } from "../pass.ts";
import { plainPunctuation, undoTypography } from "../typography.ts";

const plainTrimmed = (line: string): string => plainPunctuation(line).trim();

export const punctuation: Pass = {
  meta: {
    name: "punctuation",
    title: "Typographic quotes, dashes and spaces",
    why: "Chat windows and models turn plain punctuation into typographic marks, or back.",
    examples: [
      {
        title: "in the search",
        file: 'say("hi")\nend()\n',
        search: "say(“hi”)\nend()\n",
        replace: 'say("ho")\nend()\n',
        result: 'say("ho")\nend()\n',
      },
      {
        title: "on both sides: the new line gets the file's marks",
        file: 'say("hi")\n',
        search: "say(“hi”)\n",
        replace: "say(“ho”)\n",
        result: 'say("ho")\n',
      },
      {
        title: "in the file, in a line that stays",
        file: "# it’s\na\n",
        search: "# it's\na\n",
        replace: "# it's\nb\n",
        result: "# it’s\nb\n",
      },
    ],
  },
  find(source, wording) {
    if (!source.decoded) return [];
    return findBlocks(source, wording, plainTrimmed, {
      relations: ["same", "offset", "tabs", "first_line", "scale", "map"],
      score: 0.94,
      respell: undoTypography(wording.search, source.joined().text, wording.replace),
    });
  },
};
