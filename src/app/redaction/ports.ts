import { hash } from "node:crypto";
import type { Model, ModelAnswer, ModelMessage } from "../../domain/ports/model.ts";
import type { PlanDocuments, PlanFolders } from "../../domain/ports/plans.ts";
import type { Workspace } from "../../domain/ports/workspace.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";
import { learnSecrets } from "./learn.ts";

/** The same port, with secrets redacted from everything that is passed in. */
export function redactedPort<Port extends object>(port: Port, redactor: Redactor): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: readonly unknown[]) => Reflect.apply(member, target, redactor.data(args));
    },
  });
}

/** Redacts secrets in what is sent to a model and in its answers. */
export function redactedModel(model: Model, redactor: Redactor): Model {
  return {
    ...model,
    async ask(request, { onWait, onText, ...options }) {
      const answer = await model.ask(
        { ...request, messages: explained(redactor.data(request.messages)) },
        {
          ...options,
          ...(onText && { onText }),
          ...(onWait && { onWait: (why, pause) => onWait(redactor.text(why), pause) }),
        },
      );
      return redactor.data<ModelAnswer>(answer);
    },
  };
}

const EXPLANATION =
  "Text such as <secret:github-token:1a2b3c> stands for a secret that you are not shown. To keep the value, copy the placeholder exactly; it can only be used in the file that contains it.";

/** Explains placeholders to a model that sees them. */
function explained(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const [first, ...rest] = messages;
  if (first?.role !== "system" || !JSON.stringify(messages).includes("<secret:")) return messages;
  return [{ ...first, text: `${first.text}\n\n${EXPLANATION}` }, ...rest];
}

/**
 * Commit messages and pull requests leave with a push. The change itself is the user's code and stays
 * unchanged. The secrets of a copy are learned while it is created, so that they are recognized when a test
 * prints them.
 */
export function redactedWorkspace(workspace: Workspace, redactor: Redactor): Workspace {
  return {
    ...workspace,
    openAttempt: (id, options) =>
      workspace.openAttempt(id, { ...options, onContent: learnSecrets(redactor) }),
    land: ({ message, to, ...request }) =>
      workspace.land({
        ...request,
        message: redactor.text(message),
        ...(to && { to: redactor.data(to) }),
      }),
    pushChange: (request) => workspace.pushChange({ ...request, message: redactor.text(request.message) }),
  };
}

/** Files and branches are named after a person's text. */
export function redactedDocuments(documents: PlanDocuments, redactor: Redactor): PlanDocuments {
  return { ...documents, requestIdFrom: (words) => documents.requestIdFrom(redactor.text(words)) };
}

/**
 * Requests and plans are read without the secrets that a person may have written into them; the file stays unchanged
 * until it is replaced. The hash of the redacted text replaces the hash of the file.
 */
export function redactedFolders(folders: PlanFolders, redactor: Redactor): PlanFolders {
  const real = new Map<string, string>();
  const seen = (text: string) => {
    const redacted = redactor.text(text);
    const digest = hash("sha256", redacted);
    if (redacted !== text) real.set(digest, hash("sha256", text));
    return { text: redacted, hash: digest };
  };
  const read = <File extends { readonly text: string }>(file: File): File => ({
    ...file,
    ...seen(file.text),
  });
  return {
    ...folders,
    async look(passOver) {
      const sighting = await folders.look(passOver);
      return { ...sighting, files: sighting.files.map(read) };
    },
    async read(place, name) {
      const text = await folders.read(place, name);
      return text === null ? null : seen(text).text;
    },
    async glance(place, name) {
      const file = await folders.glance(place, name);
      return file === null ? null : read(file);
    },
    put: (place, name, text, expected, stamp) =>
      folders.put(
        place,
        name,
        redactor.text(text),
        expected === null ? null : (real.get(expected) ?? expected),
        stamp,
      ),
    take: (place, name, digest, stamp) => folders.take(place, name, real.get(digest) ?? digest, stamp),
    report: (name, text) => folders.report(name, redactor.text(text)),
  };
}
