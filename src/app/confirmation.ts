import { randomInt } from "node:crypto";
import type { Confirmation } from "../domain/ports/testing.ts";

const USERS = ["ada", "grace", "linus", "marta", "noor", "pavel", "quinn", "sven"];
const HOSTS = ["atlas", "birch", "cedar", "delta", "ember", "falcon", "granite", "harbor"];
const FOLDERS = ["/srv/build", "/srv/checkout", "/opt/work", "/opt/projects", "/mnt/source", "/mnt/data"];
const ZONES = ["Pacific/Auckland", "Asia/Tokyo", "Asia/Kolkata", "America/Los_Angeles", "America/Sao_Paulo"];
const WORDS = [
  ...["amber", "anchor", "basin", "beacon", "canal", "cobalt", "copper", "crater", "dune", "fable"],
  ...["garnet", "glacier", "hollow", "island", "juniper", "lantern", "magnet", "meadow", "nectar", "orchard"],
  ...["pebble", "prairie", "quarry", "ribbon", "saddle", "signal", "timber", "tunnel", "valley", "willow"],
];

/** Another user on another machine in another folder. Nothing in it says that it is a confirmation. */
export function newConfirmation(): Confirmation {
  const user = pick(USERS);
  return {
    identity: {
      user,
      host: `${pick(HOSTS)}-${randomInt(10, 100)}`,
      home: `/home/${user}`,
      folder: `${pick(FOLDERS)}/${pick(WORDS)}-${pick(WORDS)}`,
      timeZone: pick(ZONES),
    },
    seed: randomInt(1, 2 ** 31),
  };
}

/** A word as people name tests, which nobody can guess. */
export function newWord(): string {
  return `${pick(WORDS)}_${pick(WORDS)}_${randomInt(100, 1000)}`;
}

function pick(from: readonly string[]): string {
  return from[randomInt(from.length)] ?? "";
}
