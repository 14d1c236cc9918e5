import { type Fault, faultOf, type Watched } from "./judge.ts";
import type { Person } from "./person.ts";
import type { Records } from "./records.ts";

export type Tally = ReturnType<typeof createTally>;

export function createTally(rounds: number) {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  return {
    ...{
      rounds: 0,
      answers: 0,
      executions: 0,
      tooLate: 0,
      kills: 0,
      crashes: 0,
      objections: 0,
      exchanged: 0,
    },
    faults: { lost: 0, undone: 0, against: 0 },
    stages: new Map<string, number>(),
    /** Milliseconds from an answer to the report of the execution that it stopped. */
    stops: [] as number[],
    used: new Set<string>(),
    problems: [] as string[],
    seconds,
    fault({ id, answers }: Person, { kind, what }: Fault): void {
      this.faults[kind] += 1;
      const line = `${kind}: ${id}: ${what} (${answers.map(({ how }) => how).join("; ")})`;
      this.problems.push(line);
      console.log(line);
    },
    count(root: string, records: Records, people: readonly Person[], watched: Watched): void {
      for (const [index, person] of people.entries()) {
        const stage = records.plan(person.id)?.stage ?? "nothing";
        this.stages.set(stage, (this.stages.get(stage) ?? 0) + 1);
        this.answers += person.answers.length;
        const last = person.answers.at(-1);
        if (stage === "completed" && last?.said !== "approve") this.tooLate += 1;
        for (const { action, at } of records.journal(person.id)) {
          if (action === "execution.started") this.executions += 1;
          if (action !== "execution.withdrawn") continue;
          const before = person.answers.filter(({ to }) => to < at).at(-1);
          if (before !== undefined) this.stops.push(at - before.to);
        }
        // The judge must be able to say no: another person's answers do not match this plan.
        const other = people[(index + 1) % people.length];
        if (other === undefined || other.answers.at(-1)?.said === last?.said) continue;
        this.exchanged += 1;
        const mixed = { ...other, id: person.id, complaints: [] };
        if (faultOf(root, records, mixed, watched) !== null) this.objections += 1;
      }
      this.rounds += people.length;
      console.log(`${this.rounds} of ${rounds} rounds, ${seconds()} s`);
    },
  };
}
