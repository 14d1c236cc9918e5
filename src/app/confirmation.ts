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

/** Minimum difference between the local time here and there. */
const LEAST_HOURS = 3;

/** Another user on another machine in another folder and time zone. Nothing in it reveals that it is a confirmation. */
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

/** Tried one after the other from a random start: getting the time of a zone takes milliseconds. */
function distantZone(): string {
  const first = randomInt(ZONES.length);
  const zones = [...ZONES.slice(first), ...ZONES.slice(0, first)];
  return zones.find((zone) => hoursFromHere(zone) >= LEAST_HOURS) ?? "";
}

/** The difference in local time between here and the zone, on a 24-hour clock. */
function hoursFromHere(timeZone: string): number {
  const now = new Date();
  const there = Number(
    new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", hourCycle: "h23" }).format(now),
  );
  const apart = Math.abs(there - now.getHours());
  return Math.min(apart, 24 - apart);
}

/** An unpredictable word that looks like part of a test name. */
export function newWord(): string {
  return `${pick(WORDS)}_${pick(WORDS)}_${randomInt(100, 1000)}`;
}

function pick(from: readonly string[]): string {
  return from[randomInt(from.length)] ?? "";
}
