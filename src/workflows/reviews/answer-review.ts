import type { Review } from "../../domain/entities/review.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { SourceFile } from "../../domain/ports/repair.ts";
import { type Chosen, decidingTest, questionsOf } from "../../domain/rules/deciding-test.ts";
import type { Ports } from "../ports.ts";
import { readTexts } from "../proof/settle.ts";
import { chooseSuites } from "../proof/suites.ts";

export type AnswerPorts = Pick<
  Ports,
  "isSource" | "newId" | "settings" | "testRules" | "tests" | "workspace"
>;

export interface Answer {
  readonly chosen: Chosen;
  /** Which of the questions of the review, from 1 on. */
  readonly question: number;
}

/** The test that gives a person's answer to what a review asks, where it belongs in the repository. */
export async function writeAnswer(ports: AnswerPorts, review: Review, answer: Answer): Promise<SourceFile> {
  const questions = questionsOf(review);
  const split = questions[answer.question - 1];
  const hint = `agentforge review show ${review.review_id}`;
  if (split === undefined) {
    const why =
      questions.length === 0
        ? `${review.review_id} asks nothing that a test with plain values could decide`
        : `${review.review_id} has ${questions.length} such questions`;
    throw new AgentForgeError("bad_input", why, { hint });
  }
  const tree = await ports.workspace.openAttempt(ports.newId("A"));
  try {
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
    throw new AgentForgeError(
      "bad_input",
      `no test imports ${split.path}, so none can be written beside it`,
      { hint },
    );
  } finally {
    await tree.close();
  }
}
