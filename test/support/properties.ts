import fc from "fast-check";

const runs = Number(process.env.PROPERTY_RUNS ?? 0);

/** CI must be deterministic, so it always uses the same cases. `battery:properties` looks for new ones. */
fc.configureGlobal(runs > 0 ? { numRuns: runs } : { seed: 20_261_115 });
