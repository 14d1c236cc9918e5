import { slugify } from "./src/slug.js";
import { uniqueSlugs } from "./src/unique.js";

const texts = ["Salt & Pepper", "a -- b", "  padded  ", "C++ vs. C#", "Où est-il ?", "one, two; three", "plain", "!!!", "x___y"];
const answers = texts.map((text) => `${slugify(text)}`);
answers.push(...uniqueSlugs(["Q & A", "q a", "Q: A", "other"]));
console.log(JSON.stringify(answers));
