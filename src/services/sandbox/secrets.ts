import { compileGlobs } from "../../domain/rules/glob.ts";
import { type FindSpecialFiles, isSpecial, list } from "./special-files.ts";

/** Base names of files that hold secrets by custom. A pattern that begins with `!` takes names out again. */
export const secretNames: readonly string[] = [
  ".env",
  ".env.*",
  "!.env.{example,sample,template,dist,defaults,test,testing,ci}",
  ".envrc",
  ".npmrc",
  ".yarnrc.yml",
  ".netrc",
  "_netrc",
  ".pypirc",
  ".pgpass",
  ".git-credentials",
  ".htpasswd",
  "id_{rsa,dsa,ecdsa,ed25519}",
  "*.{pem,key,p12,pfx,jks,keystore,kdbx,ppk}",
  "credentials.json",
  "service-account*.json",
  "terraform.tfstate*",
  "secrets.{yml,yaml,json,toml}",
];

/** Keys below these folders are there for the tests and mean nothing elsewhere. */
const testFolder =
  /(^|\/)(tests?|__tests__|specs?|fixtures?|__fixtures__|testdata|test-data|examples?)(\/|$)/;
const neverEntered = new Set([
  "node_modules",
  ".git",
  ".hg",
  ".venv",
  "venv",
  ".tox",
  "__pycache__",
  "target",
]);
const keyFile = /\.(pem|key|p12|pfx|jks|keystore)$/;

export interface TreeScan {
  /** Plain files that hold secrets, relative to the tree. */
  readonly secrets: readonly string[];
  /** Sockets, pipes and devices, relative to the tree. */
  readonly special: readonly string[];
  /** How many files and folders there are; null when there are folders too large to look into. */
  readonly entries: number | null;
}

/** Looks through a tree once, without following links. */
export function scanTree(
  tree: string,
  findSpecialFiles: FindSpecialFiles,
  names: readonly string[] = secretNames,
): TreeScan {
  const isSecret = compileGlobs(names, { folded: true });
  const secrets: string[] = [];
  const special: string[] = [];
  let entries = 0;
  let complete = true;
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of list(`${tree}/${folder}`)) {
      entries++;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !neverEntered.has(entry.name)) folders.push(path);
      else if (entry.isDirectory()) {
        complete = false;
        special.push(...findSpecialFiles(`${tree}/${path}`).map((file) => `${path}/${file}`));
      }
      if (isSpecial(entry)) special.push(path);
      if (!entry.isFile() || !isSecret(entry.name) || path.startsWith(".git/")) continue;
      if (keyFile.test(entry.name) && testFolder.test(folder)) continue;
      secrets.push(path);
    }
  }
  return { secrets, special, entries: complete ? entries : null };
}
