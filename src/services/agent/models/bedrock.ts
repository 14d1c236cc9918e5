import {
  type Access,
  firstSet,
  type Provider,
  REMOTE_SILENCE,
  type Variable,
} from "../connection/provider.ts";

const REGIONS = ["AWS_REGION", "AWS_DEFAULT_REGION"];

export const bedrock: Provider = {
  meta: {
    id: "bedrock",
    title: "Amazon Bedrock",
    why: "ConverseStream with a Bedrock API key, or signed with AWS access keys.",
    baseUrl: null,
    key: { variables: ["AWS_BEARER_TOKEN_BEDROCK", "AWS_SECRET_ACCESS_KEY"], needed: true },
    baseUrlVariables: ["AWS_ENDPOINT_URL_BEDROCK_RUNTIME"],
    otherVariables: [...REGIONS, "AWS_ACCESS_KEY_ID", "AWS_SESSION_TOKEN"],
    example: "bedrock:global.anthropic.claude-sonnet-4-5-20250929-v1:0",
    silenceSeconds: REMOTE_SILENCE,
  },
  access,
  async open({ model, baseUrl, key, variable, fetch }) {
    const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
    const sessionToken = variable("AWS_SESSION_TOKEN");
    const provider = createAmazonBedrock({
      region: firstSet(REGIONS, variable) ?? "us-east-1",
      baseURL: baseUrl,
      fetch,
      ...(isBearer(variable)
        ? { apiKey: key ?? "" }
        : {
            apiKey: "",
            accessKeyId: variable("AWS_ACCESS_KEY_ID") ?? "",
            secretAccessKey: key ?? "",
            ...(sessionToken !== null && { sessionToken }),
          }),
    });
    return provider(model);
  },
  /** Other models refuse a cache point. */
  cacheMark: (model) =>
    /\banthropic\.|\bamazon\.nova/.test(model)
      ? { amazonBedrock: { cachePoint: { type: "default" } } }
      : null,
};

const isBearer = (variable: Variable) => variable("AWS_BEARER_TOKEN_BEDROCK") !== null;

function access(variable: Variable): Access {
  const key = firstSet(bedrock.meta.key.variables, variable);
  if (key === null || (!isBearer(variable) && variable("AWS_ACCESS_KEY_ID") === null)) {
    return {
      problem:
        "Amazon Bedrock needs AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
      hint: 'With a profile: eval "$(aws configure export-credentials --format env)"',
    };
  }
  const region = firstSet(REGIONS, variable);
  const endpoint = firstSet(bedrock.meta.baseUrlVariables, variable);
  if (endpoint !== null) return { key, baseUrl: endpoint.replace(/\/+$/, "") };
  if (region !== null && /^[a-z0-9-]+$/.test(region)) {
    return { key, baseUrl: `https://bedrock-runtime.${region}.amazonaws.com` };
  }
  return {
    problem: "Amazon Bedrock needs a region, and AWS_REGION is not set",
    hint: "Set it, for example: export AWS_REGION=us-east-1",
  };
}
