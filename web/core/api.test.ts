import { describe, expect, it } from "vitest";
import { ROUTES } from "../../src/hosts/http/api/routes.ts";
import { ADDRESSES, addressOf } from "./api.ts";

describe("the addresses of the API", () => {
  it("match the server's route table", () => {
    const served = Object.entries(ROUTES).map(([name, { method, path }]) => [name, `${method} ${path}`]);
    expect(ADDRESSES).toEqual(Object.fromEntries(served));
  });

  it.each([
    [addressOf("getReview", { id: "RV-1" }), "/api/reviews/RV-1"],
    [addressOf("getReview", { id: "../x?y" }), "/api/reviews/..%2Fx%3Fy"],
    [addressOf("getReview", { id: "$&" }), "/api/reviews/%24%26"],
    [addressOf("listInbox", { query: { kind: undefined, limit: 5 } }), "/api/inbox?limit=5"],
  ])("%s", (address, expected) => {
    expect(address).toBe(expected);
  });
});
