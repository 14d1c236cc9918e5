import { slugify } from "./slug.js";

/** Slugs for a list of titles; a repeated one gets a number. */
export function uniqueSlugs(titles) {
  const seen = new Map();
  return titles.map((title) => {
    const slug = slugify(title);
    const count = (seen.get(slug) ?? 0) + 1;
    seen.set(slug, count);
    return count === 1 ? slug : `${slug}-${count}`;
  });
}
