export { openDelivery } from "./delivery.ts";
export { openFleet } from "./open-fleet.ts";
