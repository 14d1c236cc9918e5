// The clock of this process is an hour ahead.
const AHEAD_MS = 3_600_000;
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + AHEAD_MS);
    else super(...given);
  }
  static now() {
    return Real.now() + AHEAD_MS;
  }
};
