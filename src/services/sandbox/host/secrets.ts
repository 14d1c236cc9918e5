import { compileGlobs } from "../../../domain/rules/paths/glob.ts";
import {
  createScanPauses,
  type FindSpecialFiles,
  isSpecial,
  list,
  rememberFolders,
} from "./special-files.ts";

/** Base names of files that usually contain secrets. A pattern that starts with `!` excludes names again. */
const secretNames: readonly string[] = [
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

/** Keys below these folders are for the tests and have no value elsewhere. */
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

interface TreeScan {
  /** Regular files that contain secrets, relative to the tree. */
  readonly secrets: readonly string[];
  /** Sockets, pipes and devices, relative to the tree. */
  readonly special: readonly string[];
  /** The number of files and folders; null if some folders are too large to scan. */
  readonly entries: number | null;
  /** Paths that possibly belong to someone other than the tree's owner, relative to the tree; null if unknown. */
  readonly foreign: readonly string[] | null;
}

export type ScanTree = (tree: string) => Promise<TreeScan>;

/** The direct content of one folder in a tree. */
interface FolderScan {
  readonly entries: number;
  readonly folders: readonly string[];
  readonly special: readonly string[];
  readonly secrets: readonly string[];
  readonly foreign: readonly string[];
}

/**
 * Scans trees without following links. An unchanged folder is not read again. `owner` is the user that trees are made
 * for: a folder that belongs to this user contains only their files.
 */
export function createTreeScanner(
  findSpecialFiles: FindSpecialFiles,
  names: readonly string[] = secretNames,
  owner: number | null = null,
): ScanTree {
  const isSecret = compileGlobs(names, { folded: true });
  const scanFolder = rememberFolders((path, stats): FolderScan => {
    const found = list(path);
    const isOwn = stats !== undefined && stats.uid === owner && stats.gid === owner;
    return {
      entries: found.length,
      folders: found.filter((entry) => entry.isDirectory()).map(({ name }) => name),
      special: found.filter(isSpecial).map(({ name }) => name),
      secrets: found.filter((entry) => entry.isFile() && isSecret(entry.name)).map(({ name }) => name),
      foreign: isOwn || owner === null ? [] : found.map(({ name }) => name),
    };
  });
  return async (tree) => {
    const secrets: string[] = [];
    const special: string[] = [];
    const foreign: string[] = [];
    let entries = 0;
    let complete = true;
    const folders = [""];
    const pauseAfter = createScanPauses();
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      const prefix = folder === "" ? "" : `${folder}/`;
      const found = scanFolder(folder === "" ? tree : `${tree}/${folder}`);
      entries += found.entries;
      for (const name of found.foreign) foreign.push(prefix + name);
      for (const name of found.folders) {
        const path = prefix + name;
        if (!neverEntered.has(name)) folders.push(path);
        else {
          complete = false;
          for (const file of await findSpecialFiles(`${tree}/${path}`)) special.push(`${path}/${file}`);
        }
      }
      for (const name of found.special) special.push(prefix + name);
      const holdsTests = testFolder.test(folder);
      for (const name of found.secrets) if (!holdsTests || !keyFile.test(name)) secrets.push(prefix + name);
      await pauseAfter(found.entries);
    }
    const isKnown = complete && owner !== null;
    return { secrets, special, entries: complete ? entries : null, foreign: isKnown ? foreign : null };
  };
}
