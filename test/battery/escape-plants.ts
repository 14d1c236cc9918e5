import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * What a hostile repository (`ws`) or its mounts (`store`) contain, to make the sandbox itself expose
 * something.
 */
const plants: Readonly<Record<string, (root: string) => void>> = {
  virtualenv(root) {
    write(root, "ws/venv/pyvenv.cfg", `home = ${root}/home/.ssh\n`);
    write(root, "ws/.venv/pyvenv.cfg", `home = ${root}/outside\nversion = 3.12.1\n`);
  },
  "virtualenv below a version manager"(root) {
    mkdirSync(join(root, "home/.pyenv/versions"), { recursive: true });
    write(root, "ws/venv/pyvenv.cfg", `home = ${root}/home/.pyenv/versions/../../.ssh\n`);
  },
  "interpreter link"(root) {
    write(root, "ws/.venv/pyvenv.cfg", "home = /usr/bin\n");
    link(root, "ws/.venv/bin/python3", join(root, "home/.ssh/id_rsa"));
    link(root, "ws/node_modules/.bin", join(root, "home/.ssh"));
    link(root, "ws/node_modules/package", join(root, "home/.ssh"));
  },
  "lent virtualenv"(root) {
    write(root, "store/pyvenv.cfg", `home = ${root}/home/.ssh\n`);
  },
  "toolchain files"(root) {
    const ssh = join(root, "home/.ssh");
    write(root, "ws/.python-version", `${ssh}\n`);
    write(root, "ws/.nvmrc", ssh);
    write(root, "ws/rust-toolchain.toml", `[toolchain]\npath = "${ssh}"\n`);
    write(root, "ws/go.mod", `module x\n\ngo 1.25\n\nreplace y => ${ssh}\n`);
    write(root, "ws/go.work", `go 1.25\n\nuse ${ssh}\n`);
    write(root, "ws/.cargo/config.toml", `[build]\nrustc = "${ssh}/id_rsa"\n`);
    write(root, "ws/pyproject.toml", `[tool.uv.sources]\nx = { path = "${ssh}" }\n`);
    write(root, "ws/lib/python3/site-packages/x.pth", `${ssh}\n`);
    write(root, "ws/lib/python3/site-packages/x.egg-link", `${ssh}\n`);
    write(root, "ws/sub/.git", `gitdir: ${ssh}\n`);
  },
  "lent pipe"(root) {
    execFileSync("mkfifo", [join(root, "store/host.pipe")]);
    chmodSync(join(root, "store/host.pipe"), 0o666);
  },
  "lent link"(root) {
    mkdirSync(join(root, "store/.cache"));
    symlinkSync(join(root, "outside"), join(root, "store/.cache/way"));
  },
};

export function plantIn(root: string, name: string): void {
  const plant = plants[name];
  if (plant === undefined) throw new Error(`unknown plant ${name}`);
  plant(root);
}

function write(root: string, path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function link(root: string, path: string, target: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(target, join(root, path));
}
