/** A program that installs the filter from file descriptor 3 and then executes the rest of its arguments. */
export interface FilterLoader {
  readonly name: string;
  /** Precedes the command. Empty for a backend that loads the filter itself. */
  readonly argv: readonly string[];
}

/** Absolute path of a system program, or null. */
type Which = (program: string) => string | null;

/** Numbers of `prctl` and `sethostname`, which Perl has no names for. */
const calls: Readonly<Record<string, { readonly prctl: number; readonly sethostname: number }>> = {
  x64: { prctl: 157, sethostname: 170 },
  arm64: { prctl: 167, sethostname: 161 },
};

const perlLoader = `
my $call = shift @ARGV;
open(my $file, "<&=", 3) or die "no filter: $!\\n";
binmode $file;
local $/;
my $filter = <$file>;
close $file;
my $program = pack("S x6 P", length($filter) / 8, $filter);
syscall($call, 22, 2, $program) == 0 or die "the filter for system calls could not be loaded: $!\\n";
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\\n";
`;

/** Python ignores two signals; the command must not inherit that. */
const pythonLoader = `
import ctypes, os, signal, sys
class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]
with open(3, "rb") as file:
    text = file.read()
code = ctypes.create_string_buffer(text, len(text))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(22, 2, ctypes.byref(Program(len(text) // 8, ctypes.addressof(code))), 0, 0) != 0:
    sys.exit("the filter for system calls could not be loaded: " + os.strerror(ctypes.get_errno()))
for ignored in (signal.SIGPIPE, signal.SIGXFSZ):
    signal.signal(ignored, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
`;

/** Loaders on this machine, fastest first: Perl takes about 2 ms, Python with ctypes 20 to 50 ms. */
export function filterLoaders(which: Which, architecture: string): readonly FilterLoader[] {
  const perl = which("perl");
  const python = which("python3");
  const prctl = calls[architecture]?.prctl;
  return [
    ...(perl === null || prctl === undefined
      ? []
      : [{ name: "perl", argv: [perl, "-e", perlLoader, "--", String(prctl)] }]),
    ...(python === null ? [] : [{ name: "python3", argv: [python, "-I", "-S", "-c", pythonLoader] }]),
  ];
}

const perlNamer = `
my ($call, $loopback, $name) = splice @ARGV, 0, 3;
syscall($call, $name, length $name) == 0 or die "the host could not be named: $!\\n";
if ($loopback eq "up") {
  socket(my $socket, 2, 2, 0) or die "no loopback: $!\\n";
  ioctl($socket, 0x8914, my $request = pack("a16 s x22", "lo", 1)) or die "no loopback: $!\\n";
}
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\\n";
`;

/** Gives the sandbox its own host name and brings up its loopback, then executes the rest of its arguments. */
export type HostNamer = (name: string, loopback: boolean) => readonly string[];

export function hostNamer(which: Which, architecture: string): HostNamer | null {
  const perl = which("perl");
  const call = calls[architecture]?.sethostname;
  if (perl === null || call === undefined) return null;
  return (name, loopback) => [
    ...[perl, "-e", perlNamer, "--", String(call)],
    ...[loopback ? "up" : "-", name],
  ];
}
