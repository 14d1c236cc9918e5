import { expect, it } from "vitest";
import { noSession } from "./no-session.ts";

it("names the unknown session, and says how to list the others", () => {
  expect(noSession("S-1")).toMatchObject({
    code: "not_found",
    message: "there is no session S-1",
    hint: expect.stringContaining("agentforge session list"),
  });
});
