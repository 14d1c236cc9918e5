import { describe, expect, test } from "vitest";
import { seccompFilter } from "./seccomp.ts";

const allow = 0x7fff0000;
const kill = 0x80000000;
const refuse = (errno: number): number => 0x00050000 | errno;
const machines = {
  x64: {
    audit: 0xc000003e,
    calls: {
      read: 0,
      ioctl: 16,
      socket: 41,
      clone: 56,
      ptrace: 101,
      mount: 165,
      unshare: 272,
      memfd_create: 319,
      openat: 257,
    },
  },
  arm64: {
    audit: 0xc00000b7,
    calls: {
      read: 63,
      ioctl: 29,
      socket: 198,
      clone: 220,
      ptrace: 117,
      mount: 40,
      unshare: 97,
      memfd_create: 279,
      openat: 56,
    },
  },
} as const;

for (const [architecture, { audit, calls }] of Object.entries(machines)) {
  describe(architecture, () => {
    const decide = (call: number, first = 0, second = 0, from: number = audit): number =>
      run(architecture, { call, audit: from, first, second });

    test.each([
      ["read", decide(calls.read), allow],
      ["openat", decide(calls.openat), allow],
      ["ptrace", decide(calls.ptrace), refuse(1)],
      ["mount", decide(calls.mount), refuse(1)],
      ["unshare", decide(calls.unshare), refuse(1)],
      ["io_uring_setup", decide(425), refuse(1)],
      ["clone3", decide(435), refuse(38)],
      ["memfd_create", decide(calls.memfd_create), refuse(38)],
      ["clone of a thread", decide(calls.clone, 0x3d0f00), allow],
      ["clone of a process", decide(calls.clone, 17), allow],
      ["clone into a user namespace", decide(calls.clone, 0x10000000 | 17), refuse(1)],
      ["clone into a mount namespace", decide(calls.clone, 0x00020000), refuse(1)],
      ["ioctl TIOCSTI", decide(calls.ioctl, 0, 0x5412), refuse(1)],
      ["ioctl TIOCLINUX", decide(calls.ioctl, 0, 0x541c), refuse(1)],
      ["ioctl TCGETS", decide(calls.ioctl, 0, 0x5401), allow],
      ["socket AF_UNIX", decide(calls.socket, 1), allow],
      ["socket AF_INET", decide(calls.socket, 2), allow],
      ["socket AF_INET6", decide(calls.socket, 10), allow],
      ["socket AF_NETLINK", decide(calls.socket, 16), allow],
      ["socket AF_ALG", decide(calls.socket, 38), refuse(97)],
      ["socket AF_VSOCK", decide(calls.socket, 40), refuse(97)],
      ["another architecture", decide(calls.read, 0, 0, 0x40000003), kill],
    ])("%s", (_name, decided, wanted) => expect(decided >>> 0).toBe(wanted >>> 0));
  });
}

test("the second calling convention of x86_64 is refused", () => {
  expect(run("x64", { call: 0x40000000, audit: 0xc000003e, first: 0, second: 0 })).toBe(refuse(1));
});

test("an architecture without a table has no filter", () => expect(seccompFilter("mips")).toBeNull());

/** Interprets the filter as the kernel does: loads from the call's data, forward jumps, a result at the end. */
function run(
  architecture: string,
  data: { call: number; audit: number; first: number; second: number },
): number {
  const program = seccompFilter(architecture);
  if (program === null) throw new Error("no filter");
  const bytes = new DataView(program.buffer);
  const memory = new Map([
    [0, data.call],
    [4, data.audit],
    [16, data.first],
    [24, data.second],
  ]);
  let accumulator = 0;
  for (let at = 0; at < program.length / 8; at++) {
    const code = bytes.getUint16(at * 8, true);
    const value = bytes.getUint32(at * 8 + 4, true);
    const jump = (holds: boolean): void => {
      at += bytes.getUint8(at * 8 + (holds ? 2 : 3));
    };
    if (code === 0x06) return value;
    if (code === 0x20) accumulator = (memory.get(value) ?? 0) >>> 0;
    else if (code === 0x15) jump(accumulator === value);
    else if (code === 0x35) jump(accumulator >= value);
    else if (code === 0x45) jump((accumulator & value) !== 0);
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error("the filter ran off its end");
}
