import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  EMPTY_STREAM,
  sealDocument,
  sealDocuments,
  streamEnd,
  TAIL_BYTES,
  unsealDocuments,
} from "./sealed-stream.ts";

const STEPS = [
  { step: 1, note: "read\nthe file\n" },
  { step: 2 },
  { step: 3, error: "# agentforge document 1" },
];

/** The reader of a stream refuses a key named `__proto__`, no matter who wrote it. */
const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('"__proto__"'));

describe("sealed stream", () => {
  test("reads back what was appended, document by document", () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 6 }), (values) => {
        const documents = values.map((value) => JSON.parse(JSON.stringify(value)));
        let end = EMPTY_STREAM;
        const pieces = documents.map((document) => {
          const sealed = sealDocument(document, end);
          end = sealed.end;
          return sealed.bytes;
        });
        const content = Buffer.concat(pieces);
        expect(content.equals(sealDocuments(documents))).toBe(true);
        expect(unsealDocuments(content)).toEqual({ documents, torn: false });
        if (documents.length > 0) expect(streamEnd(content.subarray(-TAIL_BYTES))).toEqual(end);
      }),
      { numRuns: 200 },
    );
  });

  test("a cut anywhere but between documents is a torn tail", () => {
    const whole = sealDocuments(STEPS);
    const ends = STEPS.map((_, index) => sealDocuments(STEPS.slice(0, index + 1)).length);
    for (let length = 0; length < whole.length; length += 1) {
      const { documents, torn } = unsealDocuments(whole.subarray(0, length));
      const complete = ends.filter((end) => end <= length).length;
      expect({ documents, torn }).toEqual({
        documents: STEPS.slice(0, complete),
        torn: length !== 0 && !ends.includes(length),
      });
    }
  });

  test("a flipped bit ends the valid part before its document", () => {
    const whole = sealDocuments(STEPS);
    for (let position = 0; position < whole.length * 8; position += 3) {
      const flipped = Buffer.from(whole);
      flipped[position >> 3] = (flipped[position >> 3] ?? 0) ^ (1 << (position & 7));
      const { documents, torn } = unsealDocuments(flipped);
      expect(torn, `bit ${position}`).toBe(true);
      expect(documents).toEqual(STEPS.slice(0, documents.length));
    }
  });

  test("removed and reordered documents are detected", () => {
    const [one, two, three] = STEPS.map((_, index) => {
      const from = sealDocuments(STEPS.slice(0, index)).length;
      return sealDocuments(STEPS.slice(0, index + 1)).subarray(from);
    }) as [Buffer, Buffer, Buffer];
    for (const content of [
      [one, three],
      [two, three],
      [one, three, two],
      [one, two, two],
    ]) {
      expect(unsealDocuments(Buffer.concat(content)).torn).toBe(true);
    }
  });
});
