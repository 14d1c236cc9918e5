export { openState, type State } from "./open-state.ts";
export type { PostgresAddress } from "./postgres.ts";
