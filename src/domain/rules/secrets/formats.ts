import type { Places } from "./needles.ts";
import { isDummy, isRandom } from "./randomness.ts";
import type { SecretSpan } from "./span.ts";

interface Format {
  readonly kind: string;
  /** In lowercase; a text without any of them is not searched. */
  readonly needles: readonly string[];
  /** Runs in linear time: no nested repetition, and anything after a repetition is bounded. Group 1 is not secret. */
  readonly pattern: RegExp;
  /** Whether it matches the lowercase text. */
  readonly isSmall: boolean;
  readonly holds?: (value: string) => boolean;
}

const hasDigit = (value: string) => /\d/.test(value);
const random = (shortest: number) => (value: string) => isRandom(value, shortest);

/** Secrets that are recognized by their format alone. */
const FORMATS: readonly Format[] = [
  format(
    "aws-key-id",
    ["akia", "asia", "agpa", "aida", "aroa", "anpa", "abia", "acca"],
    /(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  ),
  format("github-token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], /gh[pousr]_[A-Za-z0-9]{20,255}/g),
  format("github-token", ["github_pat_"], /github_pat_[A-Za-z0-9_]{22,255}/g, hasDigit),
  format(
    "gitlab-token",
    ["glpat", "glptt", "gldt", "glrt", "glsoat", "glcbt", "glsa-"],
    /gl(?:pat|ptt|dt|rt|soat|cbt|sa)[-_][A-Za-z0-9_-]{20,255}/g,
    hasDigit,
  ),
  format("google-key", ["aiza"], /AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g),
  format("google-token", ["ya29."], /ya29\.[A-Za-z0-9_-]{20,255}/g, hasDigit),
  format("google-secret", ["gocspx-"], /GOCSPX-[A-Za-z0-9_-]{20,64}/g),
  format("stripe-key", ["k_live_", "k_test_"], /(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,255}/g, hasDigit),
  format("webhook-secret", ["whsec_"], /whsec_[A-Za-z0-9+/=]{16,255}/g),
  format(
    "api-key",
    ["sk-"],
    /sk-[A-Za-z0-9_-]{16,255}/g,
    (value) => hasDigit(value) && /[A-Z]|[a-z]\d|\d[a-z]/.test(value.slice(3)),
  ),
  format("slack-token", ["xox"], /xox[abeoprs]-[A-Za-z0-9-]{10,255}/g, hasDigit),
  format("slack-token", ["xapp-"], /xapp-[0-9]-[A-Za-z0-9-]{10,255}/g),
  format(
    "webhook",
    ["hooks.slack.com"],
    /(https:\/\/hooks\.slack\.com\/(?:services|workflows)\/)[A-Za-z0-9/_-]{10,255}/g,
    hasDigit,
  ),
  format(
    "webhook",
    ["/api/webhooks/"],
    /(https:\/\/discord(?:app)?\.com\/api\/webhooks\/)[A-Za-z0-9/_-]{10,255}/g,
    hasDigit,
  ),
  format("npm-token", ["npm_"], /npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/g, hasDigit),
  format("pypi-token", ["pypi-"], /pypi-[A-Za-z0-9_-]{40,255}/g, hasDigit),
  format("rubygems-token", ["rubygems_"], /rubygems_[a-f0-9]{32,64}/g),
  format("sendgrid-key", ["sg."], /SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}/g),
  format(
    "twilio-key",
    Array.from("0123456789abcdef", (digit) => `sk${digit}`),
    /SK[0-9a-f]{32}(?![A-Za-z0-9])/g,
  ),
  format("mailgun-key", ["key-"], /key-[0-9a-f]{32}(?![A-Za-z0-9])/g),
  format("huggingface-token", ["hf_"], /hf_[A-Za-z0-9]{30,64}/g),
  format("digitalocean-token", ["_v1_"], /do[por]_v1_[a-f0-9]{64}/g),
  format("databricks-token", ["dapi"], /dapi[0-9a-f]{32}(?![A-Za-z0-9])/g),
  format("shopify-token", ["shp"], /shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g),
  format("square-token", ["sq0"], /sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{20,64}/g),
  format("square-token", ["eaaa"], /EAAA[A-Za-z0-9_-]{60}(?![A-Za-z0-9+/=_-])/g, random(64)),
  format("linear-key", ["lin_api_"], /lin_api_[A-Za-z0-9]{32,64}/g),
  format("grafana-token", ["glsa_"], /glsa_[A-Za-z0-9_]{32,64}/g),
  format("vault-token", ["hvs.", "hvb.", "hvr."], /hv[sbr]\.[A-Za-z0-9_-]{20,255}/g, hasDigit),
  format("age-key", ["age-secret-key-1"], /AGE-SECRET-KEY-1[A-Z0-9]{40,64}/g),
  format("postman-key", ["pmak-"], /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/g),
  format("supabase-key", ["sbp_"], /sbp_[a-f0-9]{40}/g),
  format("planetscale-token", ["pscale_"], /pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_-]{32,64}/g),
  format("docker-token", ["dckr_pat_"], /dckr_pat_[A-Za-z0-9_-]{20,64}/g),
  format("nvidia-key", ["nvapi-"], /nvapi-[A-Za-z0-9_-]{40,128}/g),
  format("telegram-token", [":aa"], /(?:bot)?[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g),
  header("azure-key", ["accountkey="], /(accountkey=)[a-z0-9+/=]{40,128}/g),
  header(
    "signed-url",
    ["sig=", "signature=", "token=", "client_secret=", "key=", "code="],
    /([?&](?:sig|x-amz-signature|x-amz-security-token|access_token|refresh_token|id_token|client_secret|code|api_key|apikey|token)=)[^&\s"'`<>\\)]{6,2048}/g,
    random(10),
  ),
  format(
    "url-password",
    ["://"],
    /(:\/\/[^\s:/?#@"'`<>\\]{0,128}:)[^\s/?#@"'`<>\\]{3,256}(?=@)/g,
    (value) => !isDummy(value),
  ),
  header(
    "auth-header",
    ["bearer", "basic", "negotiate", "digest"],
    /(\b(?:bearer|basic|negotiate|digest)[ \t]{1,4})[a-z0-9._~+/=-]{8,2048}/g,
    (value) => isRandom(value, 12) || (/[A-Z]/.test(value) && /[a-z]/.test(value) && /=$/.test(value)),
  ),
  header(
    "auth-header",
    ["authorization"],
    /(\b(?:proxy-)?authorization\\?["']?[ \t]{0,4}[:=][ \t]{0,4}\\?["']?(?:(?:token|apikey|bearer|basic)[ \t]{1,4})?)[^\s"'`,;\\]{8,2048}/g,
    random(12),
  ),
  header(
    "cookie",
    ["cookie:"],
    /(\b(?:set-)?cookie:[ \t]{0,4}[\w.-]{1,64}=)[^\s"'`;,\\]{8,2048}/g,
    random(12),
  ),
  header(
    "api-key",
    ["x-api-key", "-token"],
    /(\bx-(?:api-key|auth-token|access-token|vault-token|amz-security-token)\\?["']?[ \t]{0,4}[:=][ \t]{0,4}\\?["']?)[^\s"'`,;\\]{8,2048}/g,
    random(10),
  ),
];

/** A token with a known prefix, and no letter before it. */
function format(kind: string, needles: readonly string[], pattern: RegExp, holds?: Format["holds"]): Format {
  return { kind, needles, pattern, isSmall: false, ...(holds && { holds }) };
}

/** A value that the name before it identifies, ignoring the case of the name. */
function header(kind: string, needles: readonly string[], pattern: RegExp, holds?: Format["holds"]): Format {
  return { kind, needles, pattern, isSmall: true, ...(holds && { holds }) };
}

export const FORMAT_NEEDLES: readonly string[] = FORMATS.flatMap(({ needles }) => needles);

/** `small` is the text in lowercase, character for character; `places` are those of the needles in it. */
export function findFormats(text: string, small: string, places: Places): SecretSpan[] {
  if (places.size === 0) return [];
  return FORMATS.filter(({ needles }) => needles.some((needle) => places.has(needle))).flatMap(
    ({ kind, pattern, isSmall, holds }) =>
      [...(isSmall ? small : text).matchAll(pattern)].flatMap((match) => {
        const kept = match[1]?.length ?? 0;
        const start = match.index + kept;
        const end = match.index + match[0].length;
        if (kept === 0 && /[A-Za-z0-9]/.test(text[start - 1] ?? " ")) return [];
        return holds && !holds(text.slice(start, end)) ? [] : [{ kind, start, end }];
      }),
  );
}
