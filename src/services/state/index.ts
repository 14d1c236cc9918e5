export { openState, type State, type StateOptions } from "./open-state.ts";
