import { isAbsolute } from "node:path";
import { describe, expect, it } from "vitest";
import { readEnvironment } from "./environment.ts";
import { hookCacheFolder } from "./user-folders.ts";

describe("readEnvironment", () => {
  it("collects the values that must never be written", () => {
    const { secrets } = readEnvironment({
      ANTHROPIC_API_KEY: "sk-ant-123456",
      GH_TOKEN: "ghp_abcdefgh",
      EDITOR: "vi",
      MY_KEY: "short",
    });
    expect(secrets).toEqual(["sk-ant-123456", "ghp_abcdefgh"]);
  });

  it("passes on the certificate files that package managers are told to trust", () => {
    const { certificates } = readEnvironment({
      ...{ PIP_CERT: "/etc/company/ca.pem", NODE_EXTRA_CA_CERTS: "/etc/company/ca.pem" },
      ...{ SSL_CERT_FILE: "", CARGO_HTTP_CAINFO: "ca.pem", OTHER_CERT: "/etc/other.pem" },
    });
    expect(certificates).toEqual({
      NODE_EXTRA_CA_CERTS: "/etc/company/ca.pem",
      PIP_CERT: "/etc/company/ca.pem",
    });
  });

  it("hides a model provider's key, no matter what it looks like", () => {
    const keys = {
      ...{
        AWS_SECRET_ACCESS_KEY: "/wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY1",
        AWS_SESSION_TOKEN: "~session-token",
      },
      ...{ AWS_BEARER_TOKEN_BEDROCK: "bedrock-api-key-1", AWS_ACCESS_KEY_ID: "AKIAIOSFODNN7EXAMPLE" },
      ...{
        GEMINI_API_KEY: "AIza-gemini",
        AZURE_OPENAI_API_KEY: "0123456789",
        MISTRAL_API_KEY: "mistral-key",
      },
      ...{ OPENROUTER_API_KEY: "sk-or-v1-key", GOOGLE_VERTEX_ACCESS_TOKEN: "ya29.token" },
    };
    const { secrets, modelVariables } = readEnvironment(keys);
    expect(secrets).toEqual(Object.values(keys));
    expect(modelVariables).toEqual(keys);
  });

  it.each([
    ["unix:///run/user/1000/docker.sock", "/run/user/1000/docker.sock"],
    ["tcp://10.0.0.1:2375", "tcp://10.0.0.1:2375"],
    ["", null],
  ])("finds Docker's socket in %j", (DOCKER_HOST, socket) => {
    expect(readEnvironment({ DOCKER_HOST }).dockerSocket).toBe(socket);
  });

  it("takes only variables of model providers", () => {
    const environment = readEnvironment({
      AGENTFORGE_BRAIN: "ollama:qwen3",
      ANTHROPIC_API_KEY: "sk-ant-123456",
      AGENTFORGE_MODEL_URL: "http://127.0.0.1:8000/v1",
      OPENAI_API_KEY: "",
      OPENAI_ORGANIZATION: "acme",
    });
    expect(environment.brain).toBe("ollama:qwen3");
    expect(environment.modelVariables).toEqual({
      ANTHROPIC_API_KEY: "sk-ant-123456",
      AGENTFORGE_MODEL_URL: "http://127.0.0.1:8000/v1",
    });
    expect(readEnvironment({}).brain).toBeNull();
  });

  it.each(["", ".", "home"])(
    "does not accept %j as a user folder, because it may be in the repository",
    (folder) => {
      const variables = {
        HOME: folder,
        XDG_CONFIG_HOME: folder,
        XDG_STATE_HOME: folder,
        XDG_CACHE_HOME: folder,
      };
      const { home, configFolder, userStateFolder } = readEnvironment(variables);
      for (const each of [home, configFolder, userStateFolder]) expect(isAbsolute(each), each).toBe(true);
      expect(hookCacheFolder(variables)).toBe(null);
    },
  );

  it("names the program as the person called it", () => {
    expect(readEnvironment({}).program).toBe("agentforge");
    expect(readEnvironment({ npm_execpath: "/somewhere/npm-cli.js" }).program).toBe("npx agentforge");
  });

  it.each([
    ["1", true],
    ["true", true],
    ["", false],
    ["0", false],
    ["false", false],
    [undefined, false],
  ])("NO_COLOR=%s", (value, expected) => {
    expect(readEnvironment({ NO_COLOR: value }).noColor).toBe(expected);
  });
});
