import { lists } from "../lists.ts";
import type { ProgramJudge } from "../survey.ts";

const DENIED: readonly (readonly [rule: string, why: string, names: string])[] = [
  [
    "privilege",
    "requests elevated privileges",
    "sudo sudoedit su doas pkexec runuser gosu su-exec setpriv capsh setcap visudo passwd chpasswd usermod useradd userdel groupadd gpasswd newgrp sg chown chgrp chroot nsenter unshare pivot_root",
  ],
  [
    "destructive",
    "destroys data or disks",
    "mkfs mkfs.ext4 mkfs.ext3 mkfs.xfs mkfs.btrfs mke2fs mkswap fdisk sfdisk cfdisk parted wipefs shred srm blkdiscard hdparm losetup cryptsetup lvremove vgremove mdadm badblocks debugfs dmsetup",
  ],
  [
    "system",
    "changes the system",
    "mount umount swapon swapoff shutdown reboot halt poweroff init telinit systemctl service launchctl crontab at batch insmod rmmod modprobe sysctl iptables ip6tables nft ufw firewall-cmd ifconfig chattr update-alternatives dpkg-reconfigure ldconfig chsh chfn hwclock timedatectl hostnamectl loginctl kexec setenforce",
  ],
  [
    "network",
    "opens a connection to another machine",
    "ncat netcat socat telnet ftp tftp sftp scp ssh sshpass mosh rsh rlogin rcp lftp nmap masscan ngrok cloudflared chisel msfconsole sshfs ssh-copy-id smbclient iodine tor torsocks proxychains aria2c axel mail mailx sendmail msmtp swaks",
  ],
  [
    "processes",
    "stops or inspects processes that are not its own",
    "killall killall5 gdb lldb strace ltrace ptrace rr perf bpftrace dtrace reptyr xkill",
  ],
  [
    "secrets",
    "handles keys or passwords",
    "gpg gpg2 ssh-add ssh-agent ssh-keygen ssh-keyscan pass security secret-tool keyring vault op bw age keychain kinit",
  ],
  ["shell_state", "changes how later commands are read", "alias unalias enable suspend"],
  [
    "runs_program",
    "runs programs in ways that cannot be judged",
    "script expect screen busybox toybox dtach daemonize start-stop-daemon run-parts ld.so ld-linux-x86-64.so.2 vi vim nvim view vimdiff nano emacs pico jed joe rvim rview mcedit dialog whiptail xterm logsave rlwrap cpulimit systemd-run watchexec entr tclsh wish gtester run-mailcap xdg-open open osascript powershell pwsh cmd wine qemu-system-x86_64 virsh vagrant",
  ],
];

/** Programs that no agent needs for work on a repository. */
export function deniedProgram(name: string): ProgramJudge | undefined {
  const row = DENIED.find(([, , names]) => lists(names, name));
  return row && ((call, report) => report.deny(row[0], `${call.name} ${row[1]}`));
}
