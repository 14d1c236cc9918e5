/**
 * What secrets look like when their value is not known. Each pattern is linear: no repetition inside a
 * repetition, and each starts with letters that are rare in text. `$1`, where there is one, is kept.
 */
export const TOKEN_PATTERNS: readonly RegExp[] = [
  /\b(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,255}/g,
  /\bgithub_pat_[A-Za-z0-9_]{22,255}/g,
  /\bgl(?:pat|ptt|dt|rt|soat|cbt|sa)[-_][A-Za-z0-9_-]{20,255}/g,
  /\bAIza[A-Za-z0-9_-]{30,50}/g,
  /\bya29\.[A-Za-z0-9_-]{20,2048}/g,
  /\bGOCSPX-[A-Za-z0-9_-]{20,64}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,255}/g,
  /\bwhsec_[A-Za-z0-9+/=]{16,255}/g,
  /\bsk-[A-Za-z0-9_-]{16,255}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}/g,
  /\bxapp-[0-9]-[A-Za-z0-9-]{10,255}/g,
  /(https:\/\/hooks\.slack\.com\/(?:services|workflows)\/)[A-Za-z0-9/_-]{10,255}/g,
  /(https:\/\/discord(?:app)?\.com\/api\/webhooks\/)[A-Za-z0-9/_-]{10,255}/g,
  /\beyJ[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{2,8192}\.[A-Za-z0-9_-]{0,8192}/g,
  /\bnpm_[A-Za-z0-9]{30,64}/g,
  /\bpypi-[A-Za-z0-9_-]{16,255}/g,
  /\brubygems_[a-f0-9]{32,64}/g,
  /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}/g,
  /\bSK[0-9a-f]{32}\b/g,
  /\bkey-[0-9a-f]{32}\b/g,
  /\bhf_[A-Za-z0-9]{30,64}/g,
  /\bdo[por]_v1_[a-f0-9]{64}/g,
  /\bdapi[0-9a-f]{32}/g,
  /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g,
  /\bsq0(?:atp|csp|idp)-[A-Za-z0-9_-]{20,64}/g,
  /\bEAAA[A-Za-z0-9_-]{56,64}/g,
  /\blin_api_[A-Za-z0-9]{32,64}/g,
  /\bglsa_[A-Za-z0-9_]{32,64}/g,
  /\bhv[sbr]\.[A-Za-z0-9_-]{20,255}/g,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{40,64}/g,
  /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}/g,
  /\bsbp_[a-f0-9]{40}/g,
  /\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_-]{32,64}/g,
  /\bdckr_pat_[A-Za-z0-9_-]{20,64}/g,
  /\bnvapi-[A-Za-z0-9_-]{40,128}/g,
  /\bbot[0-9]{8,10}:[A-Za-z0-9_-]{35}/g,
  /\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}\b/g,
  /(\bAccountKey=)[A-Za-z0-9+/=]{40,128}/g,
  /([?&](?:sig|X-Amz-Signature|X-Amz-Security-Token|access_token|refresh_token|id_token|client_secret|code|api_key|apikey)=)[^&\s"'<>]{6,4096}/gi,
  /(:\/\/[^\s:/?#@"']{0,128}:)[^\s/?#@"']{1,256}(?=@)/g,
  /(\b(?:Bearer|Basic|Negotiate|Digest)[ \t]{1,4})(?=[A-Za-z0-9._~+/=-]{0,4096}[0-9+/=._-])[A-Za-z0-9._~+/=-]{8,4096}/gi,
  /(\b(?:Proxy-)?Authorization["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?:(?:token|ApiKey|Bearer|Basic)[ \t]{1,4})?)[^\s"',;]{6,4096}/gi,
  /(\b(?:Set-)?Cookie:[ \t]{0,4})[^\r\n]{4,8192}/gi,
  /(\bX-(?:Api-Key|Auth-Token|Access-Token|Vault-Token|Amz-Security-Token)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?)[^\s"',;]{4,4096}/gi,
];

const NAMES =
  "pass(?:word|wd|phrase|code)|pwd|secret|token|api[_-]?key|apikey|access[_-]?key(?:[_-]?id)?|secret[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|auth[_-]?key|credentials?|client[_-]?secret|connection[_-]?string";

const SEPARATOR = "[ \\t]{0,4}(?::=|=>|[:=])[ \\t]{0,4}|(?<=--[a-z-]{0,40})[ \\t]{1,4}";
const ESCAPED_QUOTES = "(?<escaped>\\\\[\"'])[^\"'\\\\\\r\\n]{1,4096}";
const DOUBLE_QUOTES = '(?<double>")(?:[^"\\\\\\r\\n]|\\\\[^\\r\\n]){1,4096}';
const SINGLE_QUOTES = "(?<single>['`])(?:[^'`\\\\\\r\\n]|\\\\[^\\r\\n]){1,4096}";
const NO_QUOTES = "(?<bare>[^\\s\"'`,;&<>=\\\\][^\\s\"'`,;&<>]{0,4095})";

/** `NAME=value`, `"name": "value"`, `name: value`, `--name value`. */
export const ASSIGNMENT = new RegExp(
  `(?<name>(?:${NAMES})\\\\?["'\`]?(?:${SEPARATOR}))(?:${ESCAPED_QUOTES}|${DOUBLE_QUOTES}|${SINGLE_QUOTES}|${NO_QUOTES})`,
  "gi",
);

export const SECRET_NAME = new RegExp(
  `(?:^|[_.\\s-]|[a-z0-9](?=[A-Z]))(?:${NAMES}|authorization|cookie)$`,
  "i",
);
