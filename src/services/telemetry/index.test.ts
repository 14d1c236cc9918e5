import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { NO_TELEMETRY, openTelemetry } from "./index.ts";

const TRACE = "550e8400-e29b-41d4-a716-446655440000";

interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code: number; readonly message?: string };
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

describe("spans", () => {
  it("are nested, under our own trace id, truncated and without secrets", async () => {
    const spans: WireSpan[] = [];
    await using receiver = await listen(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      for (const { scopeSpans } of JSON.parse(text).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans);
      response.setHeader("content-type", "application/json").end("{}");
    });
    const telemetry = await open(receiver.url);
    const result = await telemetry.trace(TRACE, "repair", { task: "hunter2" }, async (span) => {
      span.note({ list: ["hunter2", "b"], long: "x".repeat(9000), none: null });
      await Promise.all([
        telemetry.span("one", {}, async () => telemetry.span("inner", {}, async () => undefined)),
        telemetry.trace(TRACE, "two", {}, async (two) => two.fail("no hunter2")),
      ]);
      await telemetry.span("three", {}, () => Promise.reject(new Error("broken"))).catch(() => undefined);
      return 42;
    });
    await telemetry.close();
    expect(result).toBe(42);
    const byName = new Map(spans.map((span) => [span.name, span]));
    const parentOf = (name: string) => byName.get(name)?.parentSpanId;
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([TRACE.replaceAll("-", "")]));
    expect(parentOf("repair")).toBeUndefined();
    for (const name of ["one", "two", "three"]) expect(parentOf(name)).toBe(byName.get("repair")?.spanId);
    expect(parentOf("inner")).toBe(byName.get("one")?.spanId);
    expect([byName.get("two")?.status.message, byName.get("three")?.status.message]).toEqual([
      "no ***",
      "broken",
    ]);
    expect(JSON.stringify(spans)).not.toContain("hunter2");
    expect(JSON.stringify(byName.get("repair")).length).toBeLessThan(2000);
  });
});

describe("a receiver that", () => {
  const manners: [string, RequestListener | null][] = [
    ["is down", null],
    ["never answers", () => undefined],
    ["refuses", (_request, response) => void response.writeHead(500).end()],
    ["breaks off", (request) => void request.socket.destroy()],
  ];

  it.each(manners)(
    "%s causes no failure and no delay",
    async (_name, listener) => {
      await using receiver = await listen(listener ?? (() => undefined));
      if (listener === null) await receiver[Symbol.asyncDispose]();
      const telemetry = await open(receiver.url);
      for (let n = 0; n < 50; n += 1) expect(await telemetry.span("work", { n }, async () => n)).toBe(n);
      const start = performance.now();
      await telemetry.close();
      expect(performance.now() - start).toBeLessThan(8000);
    },
    30_000,
  );
});

it("costs nothing without a receiver", async () => {
  expect(
    await openTelemetry({ receivers: [], service: { name: "x", version: "1" }, redact: (text) => text }),
  ).toBe(NO_TELEMETRY);
  expect(await NO_TELEMETRY.trace(TRACE, "x", {}, async () => 1)).toBe(1);
  expect(NO_TELEMETRY.linkTo(TRACE)).toBeNull();
});

function open(url: string) {
  return openTelemetry({
    receivers: [{ url: `${url}/v1/traces`, headers: {} }],
    service: { name: "agentforge", version: "0" },
    redact: (text) => text.replaceAll("hunter2", "***"),
  });
}

async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
