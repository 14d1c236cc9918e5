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

/** Between the time of day here and there. */
const LEAST_HOURS = 3;

/** Another user on another machine in another folder and time zone. Nothing in it says that it is a confirmation. */
export function newConfirmation(): Confirmation {
  const user = pick(USERS);
  return {
    identity: {
      user,
      host: `${pick(HOSTS)}-${randomInt(10, 100)}`,
      home: `/home/${user}`,
      folder: `${pick(FOLDERS)}/${pick(WORDS)}-${pick(WORDS)}`,
      timeZone: distantZone(),
    },
    seed: randomInt(1, 2 ** 31),
  };
}

/** One after the other, from any of them on: to ask a zone for its time takes milliseconds. */
function distantZone(): string {
  const first = randomInt(ZONES.length);
  const zones = [...ZONES.slice(first), ...ZONES.slice(0, first)];
  return zones.find((zone) => hoursFromHere(zone) >= LEAST_HOURS) ?? "";
}

/** How far apart the hands of a clock with 24 hours are, here and in the zone. */
function hoursFromHere(timeZone: string): number {
  const now = new Date();
  const there = Number(
    new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", hourCycle: "h23" }).format(now),
  );
  const apart = Math.abs(there - now.getHours());
  return Math.min(apart, 24 - apart);
}

/** A word as people name tests, which nobody can guess. */
export function newWord(): string {
  return `${pick(WORDS)}_${pick(WORDS)}_${randomInt(100, 1000)}`;
}

function pick(from: readonly string[]): string {
  return from[randomInt(from.length)] ?? "";
}
