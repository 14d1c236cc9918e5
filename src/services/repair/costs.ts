import table from "./costs.json" with { type: "json" };

/**
 * Every number that decides the order of candidates and the extent of a search, in one unit: a candidate that costs 1
 * more is tried after all cheaper ones. After a change, compare `npm run bench:repair` before and after. `prior` is the
 * operator's base cost; the others are added for a less likely proposal or subtracted for a likelier one; `per…` is
 * multiplied by a position or a distance. `from` says where the numbers of a group come from.
 */
export const COSTS = { ...table.operators, ...table.search };

/** What `from` can say. `fitted` applies to the prior only; a person chose the other numbers. */
export const ORIGINS = table.origins;
