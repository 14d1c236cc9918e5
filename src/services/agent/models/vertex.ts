import {
  type Access,
  firstSet,
  type Provider,
  REMOTE_SILENCE,
  type Variable,
  withoutSlash,
} from "../connection/provider.ts";

const PROJECTS = ["GOOGLE_VERTEX_PROJECT", "GOOGLE_CLOUD_PROJECT"];
const LOCATIONS = ["GOOGLE_VERTEX_LOCATION", "GOOGLE_CLOUD_LOCATION"];
const TOKENS = ["GOOGLE_VERTEX_ACCESS_TOKEN", "CLOUDSDK_AUTH_ACCESS_TOKEN"];

/** Gemini on Vertex AI: the Gemini protocol at another address. Google's token library is not needed. */
export const vertex: Provider = {
  meta: {
    id: "vertex",
    title: "Google Vertex AI",
    why: "Gemini models of a Google Cloud project, with an access token or an express key.",
    baseUrl: null,
    key: { variables: ["GOOGLE_VERTEX_API_KEY", ...TOKENS], needed: true },
    baseUrlVariables: ["GOOGLE_VERTEX_BASE_URL"],
    otherVariables: [...PROJECTS, ...LOCATIONS],
    example: "vertex:gemini-2.5-pro",
    silenceSeconds: REMOTE_SILENCE,
  },
  access,
  async open({ model, baseUrl, key, variable, fetch }) {
    const { createGoogle } = await import("@ai-sdk/google");
    const bearer = { "x-goog-api-key": undefined, authorization: `Bearer ${key}` };
    return createGoogle({
      name: "google.vertex.chat",
      baseURL: baseUrl,
      apiKey: key ?? "",
      fetch,
      ...(isExpress(variable) ? {} : { headers: bearer }),
    })(model);
  },
};

const isExpress = (variable: Variable) => variable("GOOGLE_VERTEX_API_KEY") !== null;

function access(variable: Variable): Access {
  const key = firstSet(vertex.meta.key.variables, variable);
  if (key === null) {
    return {
      problem: "Google Vertex AI needs an access token or an express key",
      hint: "Set it: export GOOGLE_VERTEX_ACCESS_TOKEN=$(gcloud auth print-access-token)",
    };
  }
  const address = firstSet(vertex.meta.baseUrlVariables, variable);
  if (address !== null) return { key, baseUrl: withoutSlash(address) };
  if (isExpress(variable)) return { key, baseUrl: "https://aiplatform.googleapis.com/v1/publishers/google" };
  const project = firstSet(PROJECTS, variable);
  if (project === null) {
    return {
      problem: "Google Vertex AI needs a project, and GOOGLE_CLOUD_PROJECT is not set",
      hint: "Set both, for example: export GOOGLE_CLOUD_PROJECT=my-project GOOGLE_CLOUD_LOCATION=global",
    };
  }
  const location = firstSet(LOCATIONS, variable) ?? "global";
  const host = location === "global" ? "aiplatform.googleapis.com" : `${location}-aiplatform.googleapis.com`;
  const path = `v1beta1/projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(location)}`;
  return { key, baseUrl: `https://${host}/${path}/publishers/google` };
}
