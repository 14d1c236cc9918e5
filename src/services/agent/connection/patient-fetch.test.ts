import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { patientFetch } from "./patient-fetch.ts";

const server = createServer((request, response) => {
  if (request.url === "/hang") return;
  response.writeHead(request.url === "/busy" ? 503 : 200, { "x-length": request.headers["content-length"] });
  response.write("first ");
  setTimeout(() => response.end("second"), 20);
});
afterEach(() => server.close());

const address = async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

it("posts and streams", async () => {
  const response = await patientFetch(await address(), { method: "POST", body: "äöü" });
  expect([response.status, response.headers.get("x-length")]).toEqual([200, "6"]);
  expect(await response.text()).toBe("first second");
});

it("returns the status", async () => {
  const response = await patientFetch(`${await address()}/busy`);
  expect([response.ok, response.status]).toEqual([false, 503]);
  await response.text();
});

it("aborts with its signal", async () => {
  const asking = patientFetch(`${await address()}/hang`, { signal: AbortSignal.timeout(50) });
  await expect(asking).rejects.toThrow();
});

it("reports, like fetch, that nothing is listening", async () => {
  await expect(patientFetch("http://127.0.0.1:9/")).rejects.toThrow("fetch failed");
});
