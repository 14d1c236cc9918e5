import { hasArgument } from "../arguments.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { type Field, HOLE } from "../values.ts";

/** Stopping a development server is ordinary; stopping anything else is not. */
export const processes: Readonly<Record<string, ProgramJudge>> = {
  kill: judgeKill,
  pkill: judgePkill,
  fuser: judgeFuser,
  "kill-port": judgeKillPort,
};

const SERVERS =
  /\b(?:vite|next|nuxt|webpack|webpack-dev-server|rollup|esbuild|nodemon|ts-node|tsx|uvicorn|gunicorn|hypercorn|flask|manage\.py|runserver|celery|rails|puma|unicorn|sidekiq|jekyll|hugo|storybook|parcel|astro|gatsby|remix|react-scripts|ng serve|vue-cli-service|live-server|http-server|json-server|browser-sync|php -S|artisan serve|air|spring-boot|bootRun|dotnet watch|cargo watch|cargo run|go run|npm (?:run|start)|pnpm|yarn|(?:^|\s)(?:dist|build|src|\.)\/\S+|server\.(?:js|ts|py)|jest|vitest|playwright|chromedriver)\b/i;
/** Stopping one of these would end the session, the machine or the guard. */
const UNTOUCHABLE =
  /claude|codex|gemini|agentforge|cursor|code|ssh|systemd|init|docker|postgres|^\.?\*?$|^.{0,2}$/i;
const PLAIN_PATTERN = /^[\w\s./:@=-]+$/;
const SIGNAL = /^-(?:[A-Z]+[A-Z0-9]*|[0-9]{1,2})$/;
/** Ports of databases and system services; all ports below 1024 count as well. */
const SERVICE_PORTS = new Set([
  "3306",
  "5432",
  "6379",
  "27017",
  "9200",
  "5672",
  "11211",
  "2375",
  "2376",
  "6443",
]);

function judgeKill(call: Call, report: Report): undefined {
  if (hasArgument(call.args, /^-[lL]$/)) return;
  if (call.args.some((field) => field.text === "-1"))
    return report.deny("processes", "kill -1 stops every process");
  const targets = call.args.filter((field) => !SIGNAL.test(field.text) && !/^(?:-[sn]|--)$/.test(field.text));
  if (targets.every((field) => isOwnTarget(field))) return;
  report.ask("processes", "stops a process that may not be a development server");
}

/** A job of this shell, a process id above the system's own, or the process that listens on a development port. */
function isOwnTarget(field: Field): boolean {
  if (/^%|^(?:TERM|KILL|INT|HUP|SIG\w+)$/.test(field.text)) return true;
  if (/^\d+$/.test(field.text)) return Number(field.text) > 300 || /^(?:9|15)$/.test(field.text);
  if (field.text !== HOLE) return false;
  return field.source !== undefined && namesOwnProcess(field.source);
}

/** Where the process id comes from: `lsof -ti:3000`, `cat server.pid`, `pgrep -f vite`. */
function namesOwnProcess(words: readonly string[]): boolean {
  const [program, ...args] = words;
  if (program === "lsof") return portsIn(args).length > 0 && portsIn(args).every(isDevelopmentPort);
  if (program === "cat") return args.length === 1 && /^[\w./-]+\.pid$/.test(args[0] ?? "");
  return (
    program === "pgrep" &&
    PLAIN_PATTERN.test(patternIn(args)) &&
    SERVERS.test(patternIn(args)) &&
    !UNTOUCHABLE.test(patternIn(args))
  );
}

function portsIn(args: readonly string[]): readonly string[] {
  return args.flatMap((arg) => /^(?:-\w*i)?(?:tcp|TCP)?:(\d+)$/.exec(arg)?.[1] ?? []);
}

function isDevelopmentPort(port: string): boolean {
  return Number(port) >= 1024 && !SERVICE_PORTS.has(port);
}

function judgePkill(call: Call, report: Report): undefined {
  const pattern = patternIn(call.args.map((field) => field.text));
  if (UNTOUCHABLE.test(pattern) || pattern.includes(HOLE))
    return report.deny("processes", "pkill would stop programs that are not its own");
  if (!SERVERS.test(pattern) || !PLAIN_PATTERN.test(pattern))
    report.ask("processes", `pkill would stop every program that matches ${pattern}`);
}

function patternIn(args: readonly string[]): string {
  return args.filter((arg) => !arg.startsWith("-")).at(-1) ?? "";
}

function judgeFuser(call: Call, report: Report): undefined {
  if (!hasArgument(call.args, /^-\w*k/)) return;
  const ports = call.args.flatMap((field) => /^(\d+)\/tcp$/.exec(field.text)?.[1] ?? []);
  if (ports.length === 0 || !ports.every(isDevelopmentPort))
    report.ask("processes", "stops whatever uses a file or a port");
}

function judgeKillPort(call: Call, report: Report): undefined {
  const ports = call.args.map((field) => field.text).filter((text) => !text.startsWith("-"));
  if (!ports.every((port) => /^\d+$/.test(port) && isDevelopmentPort(port)))
    report.ask("processes", "stops whatever listens on a port");
}
