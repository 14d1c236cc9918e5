import { execa } from "execa";

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens a URL in the person's browser. If that fails, they are told; nothing else fails. */
export function openInBrowser(address: string, warn: (message: string) => void): void {
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const opening = execa(program, [...args, address], {
    stdio: "ignore",
    cleanup: false,
    detached: true,
    reject: false,
  });
  void opening.then(({ failed }) => {
    if (failed) warn("no browser could be opened; open the link above yourself");
  });
}
