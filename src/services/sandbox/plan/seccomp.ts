/**
 * The filter for system calls, as classic BPF that `bwrap --seccomp` or a loader (`filter-loader.ts`) installs.
 * Test suites need nearly everything, so this is a list of what is refused: inspecting other processes,
 * mounting and namespaces, kernel administration, and calls with a history of vulnerabilities that tests rarely
 * need.
 */
export function seccompFilter(architecture: string): Uint8Array | null {
  const table = tables[architecture];
  if (table === undefined) return null;
  const program = assemble(table);
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  program.forEach(({ code, whenTrue, whenFalse, value }, index) => {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, whenTrue);
    bytes.setUint8(index * 8 + 3, whenFalse);
    bytes.setUint32(index * 8 + 4, value >>> 0, true);
  });
  return new Uint8Array(bytes.buffer);
}

/** [name, x86_64, arm64]; null if the architecture has no such call. */
const refused: readonly (readonly [string, number | null, number | null])[] = [
  ["ptrace", 101, 117],
  ["process_vm_readv", 310, 270],
  ["process_vm_writev", 311, 271],
  ["process_madvise", 440, 440],
  ["process_mrelease", 448, 448],
  ["kcmp", 312, 272],
  ["pidfd_getfd", 438, 438],
  ["io_uring_setup", 425, 425],
  ["io_uring_enter", 426, 426],
  ["io_uring_register", 427, 427],
  ["mount", 165, 40],
  ["umount2", 166, 39],
  ["pivot_root", 155, 41],
  ["chroot", 161, 51],
  ["setns", 308, 268],
  ["unshare", 272, 97],
  ["move_mount", 429, 429],
  ["open_tree", 428, 428],
  ["open_tree_attr", 467, 467],
  ["fsopen", 430, 430],
  ["fsconfig", 431, 431],
  ["fsmount", 432, 432],
  ["fspick", 433, 433],
  ["mount_setattr", 442, 442],
  ["listmount", 458, 458],
  ["statmount", 457, 457],
  ["open_by_handle_at", 304, 265],
  ["bpf", 321, 280],
  ["perf_event_open", 298, 241],
  ["userfaultfd", 323, 282],
  ["fanotify_init", 300, 262],
  ["keyctl", 250, 219],
  ["add_key", 248, 217],
  ["request_key", 249, 218],
  ["init_module", 175, 105],
  ["finit_module", 313, 273],
  ["delete_module", 176, 106],
  ["kexec_load", 246, 104],
  ["kexec_file_load", 320, 294],
  ["reboot", 169, 142],
  ["swapon", 167, 224],
  ["swapoff", 168, 225],
  ["acct", 163, 89],
  ["syslog", 103, 116],
  ["quotactl", 179, 60],
  ["quotactl_fd", 443, 443],
  ["settimeofday", 164, 170],
  ["clock_settime", 227, 112],
  ["adjtimex", 159, 171],
  ["clock_adjtime", 305, 266],
  ["vhangup", 153, 58],
  ["lookup_dcookie", 212, 18],
  ["nfsservctl", 180, 42],
  ["iopl", 172, null],
  ["ioperm", 173, null],
  ["modify_ldt", 154, null],
  ["uselib", 134, null],
  ["_sysctl", 156, null],
  ["memfd_secret", 447, 447],
];

interface Architecture {
  readonly audit: number;
  /** Numbers from here on belong to another calling convention of the same processor. */
  readonly foreign: number | null;
  readonly calls: readonly number[];
  readonly clone: number;
  readonly memfdCreate: number;
  readonly ioctl: number;
  readonly socket: number;
}

const clone3 = 435;

const tables: Readonly<Record<string, Architecture>> = {
  x64: {
    audit: 0xc000003e,
    foreign: 0x40000000,
    calls: refused.flatMap(([, number]) => number ?? []),
    clone: 56,
    memfdCreate: 319,
    ioctl: 16,
    socket: 41,
  },
  arm64: {
    audit: 0xc00000b7,
    foreign: null,
    calls: refused.flatMap(([, , number]) => number ?? []),
    clone: 220,
    memfdCreate: 279,
    ioctl: 29,
    socket: 198,
  },
};

interface Instruction {
  readonly code: number;
  readonly whenTrue: number;
  readonly whenFalse: number;
  readonly value: number;
}

const load = (offset: number): Instruction => ({ code: 0x20, whenTrue: 0, whenFalse: 0, value: offset });
const answer = (value: number): Instruction => ({ code: 0x06, whenTrue: 0, whenFalse: 0, value });
const jump =
  (code: number) =>
  (value: number, whenTrue: number, whenFalse: number): Instruction => ({
    code,
    whenTrue,
    whenFalse,
    value,
  });
const ifEqual = jump(0x15);
const ifAtLeast = jump(0x35);
const ifAnyBit = jump(0x45);

const offsets = { number: 0, architecture: 4, firstArgument: 16, secondArgument: 24 } as const;
const allow = answer(0x7fff0000);
const kill = answer(0x80000000);
const fail = (errno: number): Instruction => answer(0x00050000 | errno);
const errno = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 } as const;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const newNamespaces = 0x7e020000;
const terminalInput = [0x5412, 0x541c] as const;
/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. */
const families = [1, 2, 10, 16] as const;

function assemble(table: Architecture): readonly Instruction[] {
  const refuse = fail(errno.EPERM);
  return [
    load(offsets.architecture),
    ifEqual(table.audit, 1, 0),
    kill,
    load(offsets.number),
    ...(table.foreign === null ? [] : [ifAtLeast(table.foreign, 0, 1), refuse]),
    ...table.calls.flatMap((call) => [ifEqual(call, 0, 1), refuse]),
    // glibc falls back to clone, whose flags a filter can see
    ifEqual(clone3, 0, 1),
    fail(errno.ENOSYS),
    // memory that is neither resident nor in the throwaway space would escape both limits
    ifEqual(table.memfdCreate, 0, 1),
    fail(errno.ENOSYS),
    ...onCall(table.clone, [load(offsets.firstArgument), ifAnyBit(newNamespaces, 0, 1), refuse]),
    ...onCall(table.ioctl, [
      load(offsets.secondArgument),
      ifEqual(terminalInput[0], 1, 0),
      ifEqual(terminalInput[1], 0, 1),
      refuse,
    ]),
    ...onCall(table.socket, [
      load(offsets.firstArgument),
      ...families.map((family, index) => ifEqual(family, families.length - index, 0)),
      fail(errno.EAFNOSUPPORT),
    ]),
    allow,
  ];
}

/** The body runs for one call only; afterwards the call's number is loaded again. */
function onCall(call: number, body: readonly Instruction[]): readonly Instruction[] {
  return [ifEqual(call, 0, body.length + 1), ...body, load(offsets.number)];
}
