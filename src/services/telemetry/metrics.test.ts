import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { sendMetrics } from "./metrics.ts";

const service = { name: "agentforge", version: "1" };
const metrics = [
  { name: "agentforge.fleet.tasks", help: "Tasks.", samples: [{ labels: { status: "done" }, value: 3 }] },
];

async function listen(answer: (request: IncomingMessage) => Promise<number | null>) {
  const server = createServer(async (request, response) => {
    const status = await answer(request);
    if (status !== null) response.writeHead(status).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/metrics`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it("sends metrics at the start, at intervals and at the end", async () => {
  const received: unknown[] = [];
  const keys: unknown[] = [];
  await using receiver = await listen(async (request) => {
    keys.push(request.headers["x-key"]);
    received.push(JSON.parse(await text(request)));
    return 200;
  });
  const { url } = receiver;
  const options = { receiver: { url, headers: { "x-key": "k" } }, service, everyMs: 20 };
  {
    await using _sending = sendMetrics({ ...options, read: async () => metrics });
    await expect.poll(() => received.length).toBeGreaterThan(2);
  }
  const before = received.length;
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(received).toHaveLength(before);
  expect(new Set(keys)).toEqual(new Set(["k"]));
  expect(received[0]).toMatchObject({
    resourceMetrics: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "agentforge" } }, {}] },
        scopeMetrics: [
          {
            metrics: [
              {
                name: "agentforge.fleet.tasks",
                gauge: {
                  dataPoints: [
                    { asDouble: 3, attributes: [{ key: "status", value: { stringValue: "done" } }] },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  });
});

it.each([
  ["refuses", async () => 500],
  ["never answers", async () => null],
])(
  "does not fail if the receiver %s",
  async (_name, answer) => {
    await using receiver = await listen(answer);
    const options = { receiver: { url: receiver.url, headers: {} }, service, everyMs: 10_000 };
    await sendMetrics({ ...options, read: async () => metrics })[Symbol.asyncDispose]();
    const failing = () => Promise.reject(new Error("no database"));
    await sendMetrics({ ...options, read: failing })[Symbol.asyncDispose]();
  },
  20_000,
);
