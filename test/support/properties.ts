import fc from "fast-check";

const runs = Number(process.env.PROPERTY_RUNS ?? 0);

/** CI judges a change, not luck: there the cases are the same each time. `battery:properties` looks for new ones. */
fc.configureGlobal(runs > 0 ? { numRuns: runs } : { seed: 20_261_115 });
