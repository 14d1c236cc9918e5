import { expect, it } from "vitest";
import type { FleetRepository, FleetReview } from "../../../../domain/entities/fleet.ts";
import { getReview, listInbox } from "./reviews.ts";

const visitor = { person: "ada", role: "viewer", csrfToken: "" } as const;

function review(number: number, repository_id: string): FleetReview {
  return {
    review_id: `RV-${number}`,
    task_id: `T-${number}`,
    repository_id,
    title: "Add instead of subtracting",
    confidence: 0.9,
    files: ["sum.js"],
    diff: "a large text",
    diff_hash: "d".repeat(64),
    asked_because: [],
    created_at: "2026-01-02T03:04:05.000Z",
    status: "pending",
    answered_by: null,
    why: null,
  };
}

const repository = { repository_id: "known", url: "https://example.com/known.git" } as FleetRepository;
const all = [review(1, "known"), review(2, "removed"), review(3, "known")];
const context = {
  fleet: {
    repositories: async () => [repository],
    reviews: async (everything?: boolean) => (everything ? all : all.slice(0, 2)),
    review: async (id: string) => all.find(({ review_id }) => review_id === id) ?? null,
  },
};
const list = (query: { all: "yes" | "no"; offset: number; limit: number }) =>
  listInbox(context, { id: "", body: null, visitor, query });

it("lists a page of the inbox with the address of each repository, and without the diffs", async () => {
  const { items, total } = await list({ all: "yes", offset: 1, limit: 1 });
  expect(total).toBe(3);
  expect(items).toMatchObject([{ review_id: "RV-2", repository: "removed" }]);
  expect(items[0]).not.toHaveProperty("diff");
  const [first] = (await list({ all: "no", offset: 0, limit: 50 })).items;
  expect(first).toMatchObject({ repository: "https://example.com/known.git" });
});

it("shows one change with its diff, and says where to find the others if there is none", async () => {
  const request = { body: null, query: {}, visitor };
  expect(await getReview(context, { id: "RV-3", ...request })).toMatchObject({ diff: "a large text" });
  await expect(getReview(context, { id: "RV-4", ...request })).rejects.toMatchObject({
    code: "not_found",
    hint: expect.stringContaining("agentforge fleet inbox"),
  });
});
