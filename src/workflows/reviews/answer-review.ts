import type { Split } from "../../domain/entities/evidence.ts";
import type { Review } from "../../domain/entities/review.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { SourceFile } from "../../domain/ports/repair.ts";
import { type Chosen, decidingTest, questionsOf } from "../../domain/rules/reviews/deciding-test.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import type { Ports } from "../ports.ts";
import { readTexts } from "../proof/settle.ts";
import { chooseSuites } from "../proof/suites.ts";

export type AnswerPorts = Pick<
  Ports,
  "isSource" | "newId" | "settings" | "testRules" | "tests" | "workspace"
>;

export interface Answer {
  readonly chosen: Chosen;
  /** The number of the review's question, from 1. */
  readonly question: number;
}

/** One of the questions of a review; the first is 1. */
export function questionOf(review: Review, number: number): Split {
  const questions = questionsOf(review);
  const split = questions[number - 1];
  if (split !== undefined) return split;
  const why =
    questions.length === 0
      ? `${review.review_id} has no question that a test with plain values could decide`
      : `${review.review_id} has ${counted(questions.length, "such question")}`;
  throw new AgentForgeError("bad_input", why, {
    hint: `Run \`agentforge review show ${review.review_id}\` to see its questions.`,
  });
}

/** Writes a person's answer to a review's question as a test, where it belongs in the repository. */
export async function writeAnswer(ports: AnswerPorts, review: Review, answer: Answer): Promise<SourceFile> {
  const split = questionOf(review, answer.question);
  await using tree = await ports.workspace.openAttempt(ports.newId("A"));
  const { suites } = await chooseSuites(ports, tree);
  const paths = (await tree.files()).filter(ports.isSource);
  for (const suite of suites) {
    const own = paths.filter((path) => ports.tests.isTestFile(path, [suite]));
    const test = decidingTest(split, answer.chosen, {
      framework: suite.framework,
      tests: await readTexts(tree, own),
    });
    if (test === null) continue;
    const present = new Set(await tree.files());
    let { path } = test;
    for (let number = 2; present.has(path); number += 1)
      path = test.path.replace(/([_-])decided/, `$1decided$1${number}`);
    return { ...test, path };
  }
  throw new AgentForgeError("bad_input", `no test shows how to import ${split.path}`, {
    hint: "Commit a test that decides the question, and run agentforge repair again.",
  });
}
