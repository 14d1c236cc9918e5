import { hasArgument, hasOption, splitArguments, valuesOf } from "../arguments.ts";
import { lists } from "../lists.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { type Field, HOLE, plainField } from "../values.ts";

export const networkPrograms: Readonly<Record<string, ProgramJudge>> = {
  curl: judgeCurl,
  wget: judgeWget,
  http: judgeCurl,
  https: judgeCurl,
  xh: judgeCurl,
  nc: (call, report) =>
    call.args.some((field) => field.text === "-z") && hasArgument(call.args, /^(?:localhost|127\.0\.0\.1)$/)
      ? undefined
      : report.deny("network", "nc opens a connection to another machine"),
  ping: askNetwork,
  dig: askNetwork,
  nslookup: askNetwork,
  host: askNetwork,
  traceroute: askNetwork,
  whois: askNetwork,
  openssl: (call, report) =>
    /^(?:version|dgst|rand|help|list)$/.test(call.args[0]?.text ?? "") &&
    !hasArgument(call.args, /^-(?:out|engine|provider)/)
      ? undefined
      : report.ask("secrets", "openssl handles keys, files and connections"),
};

const LOOPBACK = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?::\d+)?(?:[/?#]|$)/i;
const CURL_VALUED =
  "-X -H -d -o -u -A -e -b -c -F -T -K -x -m -w -E -D -Y -y -z -r -C --request --header --data --data-raw --data-binary --data-urlencode --json --output --user --user-agent --referer --cookie --cookie-jar --form --upload-file --config --proxy --max-time --connect-timeout --write-out --retry --url --output-dir --dump-header --trace --trace-ascii --stderr --unix-socket --resolve --connect-to --cert --key --cacert --netrc-file";

const CURL_WRITES =
  "-o --output --output-dir -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --libcurl --hsts --etag-save";
const CURL_REDIRECTS =
  "-K --config --netrc-file -T --upload-file --unix-socket -x --proxy --resolve --connect-to --preproxy --abstract-unix-socket --engine";
/** What a request says about the person who sends it. */
const CURL_IDENTIFIES = "-u -H -b -A -e --user --header --cookie --referer --user-agent";

function isDiscarded(target: Field | null): boolean {
  return target?.text === "-" || target?.text === "/dev/null";
}

function judgeCurl(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(call.args, CURL_VALUED);
  if (hasOption(options, "--version --help -V")) return;
  for (const { name, value } of options) {
    if (lists(CURL_WRITES, name) && !isDiscarded(value)) report.touch("write", value ?? plainField(HOLE));
    if (lists("-b --cookie -E --cert --key --cacert", name) && value && !value.text.includes("="))
      report.touch("read", value);
    if (lists("-H --header", name) && value?.text.startsWith("@"))
      report.deny("exfiltration", "curl sends a file");
    if (lists("-O --remote-name -J", name)) report.ask("unknown_target", "writes a file named by the server");
    if (lists(CURL_REDIRECTS, name) || /^--socks\w*$/.test(name))
      report.deny("exfiltration", `curl ${name} uploads, redirects or reads settings`);
    if (/^(?:-d|-F|--data.*|--form.*|--json)$/.test(name) && /(?:^|=)[@<]/.test(value?.text ?? ""))
      report.deny("exfiltration", "curl sends a file");
  }
  const urls = [...operands, ...valuesOf(options, "--url")];
  const sends = options.some((option) => /^(?:-d|-F|--data.*|--form.*|--json)$/.test(option.name));
  const method = valuesOf(options, "-X --request")[0]?.text ?? "GET";
  const [target] = valuesOf(options, "-o --output");
  const plain = !options.some(({ name }) => lists(CURL_IDENTIFIES, name));
  judgeUrls(urls, sends || !/^(?:GET|HEAD)$/i.test(method), plain ? target : undefined, report);
}

const WGET_SENDS = "--use-askpass -e --execute --config --post-file --body-file --post-data --body-data";

function judgeWget(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(
    call.args,
    "-O -o -a -P -i -t -T -U --output-document --directory-prefix --input-file --header",
  );
  for (const { name, value } of options) {
    if (lists(WGET_SENDS, name))
      report.deny("exfiltration", `wget ${name} runs a program, sends data or reads settings`);
    const writes =
      lists("-O -o -a -P --directory-prefix --append-output", name) || /^--output-\w+$/.test(name);
    if (writes && value && !isDiscarded(value)) report.touch("write", value);
  }
  report.touch("read", ...valuesOf(options, "-i --input-file"));
  const [target] = valuesOf(options, "-O --output-document");
  judgeUrls(operands, false, target, report);
}

/** File types that are data; downloads that get executed have different extensions. */
const DATA_FILE =
  /\.(?:json|ya?ml|csv|tsv|txt|md|html?|xml|pdf|png|jpe?g|gif|svg|webp|ico|woff2?|ttf|parquet|geojson|proto)$/i;
/** Registries and documentation sites that developers commonly read. */
const WELL_KNOWN =
  /^https:\/\/(?:registry\.npmjs\.org|pypi\.org|files\.pythonhosted\.org|crates\.io|static\.crates\.io|docs\.rs|proxy\.golang\.org|pkg\.go\.dev|rubygems\.org|packagist\.org|repo1\.maven\.org|search\.maven\.org|api\.nuget\.org|hub\.docker\.com|api\.github\.com\/repos|raw\.githubusercontent\.com|developer\.mozilla\.org|docs\.python\.org|nodejs\.org|go\.dev|www\.rfc-editor\.org|unpkg\.com|cdn\.jsdelivr\.net|endoflife\.date\/api)\/[\w@./%~-]*$/;

function isPlainRead(url: string, target: Field | undefined): boolean {
  if (WELL_KNOWN.test(url)) return true;
  return (
    target !== undefined &&
    DATA_FILE.test(target.text) &&
    /^https:\/\/[\w.-]+(?::\d+)?\/[\w./%~-]*$/.test(url) &&
    DATA_FILE.test(url)
  );
}

function judgeUrls(
  urls: readonly Field[],
  sends: boolean,
  target: Field | undefined,
  report: Report,
): undefined {
  for (const url of urls) {
    if (/^(?:file|gopher|dict|tftp|ldap|scp|sftp|smb|telnet):/i.test(url.text))
      report.deny("network", "a URL that reads files or uses another protocol");
    if (LOOPBACK.test(url.text) && !url.text.includes("@")) continue;
    if (/169\.254\.169\.254|metadata\.google/.test(url.text))
      report.deny("exfiltration", "reads the machine's credentials");
    if (url.text.includes(HOLE))
      report.deny("exfiltration", "sends something known only at run time to another machine");
    else if (sends) report.deny("exfiltration", "sends data to another machine");
    else if (!isPlainRead(url.text, target)) report.ask("network", "reads from another machine");
  }
}

function askNetwork(call: Call, report: Report): undefined {
  if (call.args.some((field) => field.text.includes(HOLE)))
    return report.deny("exfiltration", "sends something known only at run time to another machine");
  if (hasArgument(call.args, /^(?:localhost|127\.0\.0\.1|::1)$/)) return;
  report.ask("network", `${call.name} talks to another machine`);
}
