import {
  afterOptions,
  hasArgument,
  looksOutside,
  type Option,
  splitArguments,
  valuesOf,
} from "../arguments.ts";
import { lists } from "../lists.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { type Field, HOLE, part, plainField } from "../values.ts";

/** Containers: those that the project defines, and well-known images without access to the host, are ordinary. */
export const containers: Readonly<Record<string, ProgramJudge>> = {
  docker: judgeDocker,
  podman: judgeDocker,
  nerdctl: judgeDocker,
  "docker-compose": (call, report) => judgeCompose(call.args, report),
};

const REACHES =
  /^--(?:privileged|pid|ipc|userns|cap-add|security-opt|device|net|network|volumes-from|uts|cgroupns|host)(?:=|$)|^-H|docker\.sock/;
const LOOKS =
  /^(?:ps|images|logs|version|info|inspect|top|stats|port|diff|history|ls|search|config|events|--version|wait|)$/;
const IMAGES =
  /^(?:docker\.io\/)?(?:library\/)?(?:alpine|ubuntu|debian|busybox|node|python|golang|rust|ruby|php|openjdk|eclipse-temurin|maven|gradle|composer|postgres|mysql|mariadb|mongo|redis|valkey\/valkey|memcached|rabbitmq|nginx|httpd|caddy|traefik|elasticsearch|opensearchproject\/opensearch|minio\/minio|localstack\/localstack|mailhog\/mailhog|axllent\/mailpit|adminer|hello-world|hashicorp\/terraform|oven\/bun|denoland\/deno|mcr\.microsoft\.com\/(?:playwright|dotnet\/[\w-]+|mssql\/server)|selenium\/[\w-]+|confluentinc\/[\w-]+|bitnami\/[\w-]+|grafana\/[\w-]+|prom\/[\w-]+|pgvector\/pgvector|postgis\/postgis|timescale\/timescaledb)(?::[\w.-]+)?$/;
const RUN_VALUED =
  "-e --env -p --publish --name -w --workdir -v --volume --mount -u --user -l --label --env-file --entrypoint --platform -m --memory --cpus --restart --hostname -h --add-host --network --net --health-cmd --shm-size --ulimit --tmpfs --pull --log-driver --log-opt --device --pid --ipc";

function judgeDocker(call: Call, report: Report): undefined {
  const index = call.args.findIndex((field) => !field.text.startsWith("-"));
  const [first, second, rest] = wordsFrom(call.args, index);
  if (hasArgument(call.args, REACHES))
    return report.deny("privilege", `this option gives ${call.name} access to the host`);
  if (first === "compose") return judgeCompose(call.args.slice(index + 1), report);
  if (first === "container" || first === "image")
    return judgeDocker({ ...call, args: call.args.slice(index + 1) }, report);
  if (/^(?:run|create)$/.test(first)) return judgeRun(call.args.slice(index + 1), report);
  if (first === "exec")
    return judgeInside(call.args.slice(index + 1), "-e --env -w --workdir -u --user", report);
  if (/^(?:build|buildx)$/.test(first)) return judgeBuild(call.args.slice(index + 1), report);
  if (LOOKS.test(first) && !/^(?:rm|prune)$/.test(second)) return;
  if (
    /^(?:context|network|volume|system|builder|manifest)$/.test(first) &&
    /^(?:ls|list|inspect|df|info|show|create)$/.test(second)
  )
    return;
  if (/^(?:stop|start|restart|pause|unpause|tag|pull)$/.test(first)) return;
  if (/^(?:rm)$/.test(first) && !forced(rest) && !rest.some((field) => field.text.includes(HOLE))) return;
  report.ask("risky_program", `${call.name} ${first} changes containers, images or volumes`);
}

function wordsFrom(args: readonly Field[], index: number): readonly [string, string, readonly Field[]] {
  const rest = args.slice(index + 1);
  return [args[index]?.text ?? "", rest.find((field) => !field.text.startsWith("-"))?.text ?? "", rest];
}

function forced(args: readonly Field[]): boolean {
  return hasArgument(args, /^-\w*[fv]|^--(?:force|volumes)/);
}

function judgeRun(args: readonly Field[], report: Report): undefined {
  const { options } = splitArguments(args, RUN_VALUED);
  judgeMounts(options, report);
  const [image, ...command] = afterOptions(args, RUN_VALUED);
  if (!image) return;
  const isOwn = /^[\w-]+(?::[\w.-]+)?$/.test(image.text) && report.surroundings.has("Dockerfile");
  if (!IMAGES.test(image.text) && !isOwn)
    report.ask(
      "risky_program",
      `runs the image ${image.text.replaceAll(HOLE, "…")}, which is not well known`,
    );
  if (command.length > 0) report.runContained(command);
}

function judgeMounts(options: readonly Option[], report: Report): undefined {
  report.touch("read", ...valuesOf(options, "--env-file"));
  for (const value of valuesOf(options, "-v --volume --mount")) {
    const source = /^(?:.*\b(?:source|src)=)?([^:,]+)/s.exec(value.text)?.[1] ?? "";
    if (looksOutside(source) || /^[./]/.test(source) || source.includes(HOLE))
      report.touch("write", part(value, mounted(source, report)));
  }
}

/** The whole repository may be mounted, although writing it as a whole would be denied. */
function mounted(source: string, report: Report): string {
  const { root } = report.surroundings;
  return source === "." || source === "./" || source.replace(/\/$/, "") === root ? "./mounted" : source;
}

function judgeInside(args: readonly Field[], valued: string, report: Report): undefined {
  const [, ...command] = afterOptions(args, valued);
  judgeMounts(splitArguments(args.slice(0, args.length - command.length), valued).options, report);
  if (command.length === 0) return report.ask("risky_program", "opens a container");
  report.runContained(command);
}

function judgeBuild(args: readonly Field[], report: Report): undefined {
  const { options, operands } = splitArguments(
    args,
    "-t --tag -f --file --build-arg --target --platform -o --output --secret --ssh --progress --cache-from --cache-to",
  );
  report.touch("execute", ...valuesOf(options, "-f --file"));
  for (const { name } of options)
    if (lists("--secret --ssh --push", name))
      report.ask("risky_program", `docker build ${name} exposes secrets or publishes`);
  report.touch("execute", ...operands.filter((field) => looksOutside(field.text)));
  const described =
    report.surroundings.has("Dockerfile") || options.some(({ name }) => lists("-f --file", name));
  if (!described) report.ask("risky_program", "builds an image that the repository does not describe");
}

const COMPOSE_FILES = ["docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml"];
const COMPOSE_HARMLESS =
  "ps logs config images ls top port version events stop start restart pause unpause pull wait";
const COMPOSE_VALUED = "-f --file -p --project-name --profile --env-file --project-directory";

function judgeCompose(args: readonly Field[], report: Report): undefined {
  const rest = afterOptions(args, COMPOSE_VALUED);
  const { options } = splitArguments(args.slice(0, args.length - rest.length), COMPOSE_VALUED);
  report.touch("execute", ...valuesOf(options, "-f --file --project-directory"));
  const [action, ...more] = rest;
  const name = action?.text ?? "";
  if (name === "" || lists(COMPOSE_HARMLESS, name)) return;
  if (name === "exec" || name === "run")
    return judgeInside(
      more,
      "-e --env -w --workdir -u --user --name --entrypoint -v --volume -p --publish --index",
      report,
    );
  const file = COMPOSE_FILES.find((each) => report.surroundings.has(each));
  if (
    /^(?:up|build|create|down|rm|watch)$/.test(name) &&
    (file !== undefined || hasArgument(args, /^(?:-f|--file)/))
  ) {
    if (file) report.touch("execute", plainField(file));
    if (hasArgument(more, /^-\w*[vV]$|^--(?:volumes|rmi|renew-anon-volumes)/))
      report.ask("destructive", `docker compose ${name} would remove volumes or images`);
    return;
  }
  report.ask("risky_program", `docker compose ${name} changes containers`);
}
