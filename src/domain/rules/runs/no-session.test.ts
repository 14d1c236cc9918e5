import { expect, it } from "vitest";
import { noSession } from "./no-session.ts";

it("names the session that does not exist, and the command that lists the others", () => {
  expect(noSession("S-0123")).toMatchObject({
    code: "not_found",
    message: "there is no session S-0123",
    hint: expect.stringContaining("agentforge session list"),
  });
});
