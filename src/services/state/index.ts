export { openState, type State, type StateOptions } from "./open-state.ts";
export type { PostgresAddress } from "./postgres.ts";
