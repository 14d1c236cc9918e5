import { existsSync, readlinkSync } from "node:fs";
import { groupOf, type Inside, passwdOf, usual } from "../plan/identity.ts";
import { type Bind, type Link, sameBind, type Text } from "../plan/plan.ts";
import { isLink, isRealFolder } from "./machine.ts";
import { rootFolders } from "./paths.ts";

/** The parts of the host's system that every command sees, with and without the network. */
export interface System {
  readonly binds: Readonly<Record<"none" | "host", readonly Bind[]>>;
  readonly links: readonly Link[];
  readonly texts: Readonly<Record<"none" | "host", readonly Text[]>>;
}

export function readSystem(): System {
  return {
    binds: { none: systemBinds("none"), host: systemBinds("host") },
    links: systemLinks(),
    texts: { none: systemTexts("none", usual), host: systemTexts("host", usual) },
  };
}

/** Settings that the system's programs need and that reveal nothing about the person. */
const systemSettings =
  "ld.so.cache ld.so.conf ld.so.conf.d alternatives ssl/certs ssl/openssl.cnf ca-certificates ca-certificates.conf pki/tls crypto-policies localtime timezone mime.types protocols services fonts perl python3 java-8-openjdk java-11-openjdk java-17-openjdk java-21-openjdk java-25-openjdk maven os-release debian_version terminfo".split(
    " ",
  );

function systemBinds(network: "none" | "host"): readonly Bind[] {
  const folders = ["/usr", ...rootFolders.filter(isRealFolder)];
  const settings = network === "host" ? [...systemSettings, "resolv.conf", "hosts"] : systemSettings;
  return [...folders, ...settings.map((name) => `/etc/${name}`)]
    .filter((path) => existsSync(path))
    .map(sameBind);
}

/** On most systems `/bin` and `/lib` are links into `/usr`; they are links inside too. */
function systemLinks(): readonly Link[] {
  return rootFolders.filter(isLink).map((at) => ({ target: readlinkSync(at), at }));
}

export function systemTexts(network: "none" | "host", inside: Inside): readonly Text[] {
  const texts = [
    { at: "/etc/passwd", content: passwdOf(inside) },
    { at: "/etc/group", content: groupOf(inside) },
    { at: "/etc/nsswitch.conf", content: "passwd: files\ngroup: files\nhosts: files dns\n" },
  ];
  if (network === "host") return texts;
  return [...texts, { at: "/etc/hosts", content: `127.0.0.1 localhost ${inside.host}\n::1 localhost\n` }];
}
