// A git host with smart HTTP: node git-server.mjs <folder with bare repositories> <certificate> <key> <address>
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";

const [root, cert, key, address] = process.argv.slice(2);
const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (request, response) => {
  const url = new URL(request.url, "https://host");
  const backend = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      REMOTE_USER: "worker",
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      ...(request.headers["content-encoding"] && {
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"],
      }),
      ...(request.headers["git-protocol"] && { GIT_PROTOCOL: request.headers["git-protocol"] }),
      ...(request.headers["content-length"] && { CONTENT_LENGTH: request.headers["content-length"] }),
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  backend.stdin.on("error", () => undefined);
  request.on("error", () => backend.kill());
  request.pipe(backend.stdin);
  let head = Buffer.alloc(0);
  let isSent = false;
  backend.stdout.on("data", (chunk) => {
    if (isSent) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\r\n\r\n");
    if (end === -1) return;
    isSent = true;
    for (const line of head.subarray(0, end).toString().split("\r\n")) {
      const [name, ...value] = line.split(": ");
      if (name === "Status") response.statusCode = Number.parseInt(value.join(": "), 10);
      else response.setHeader(name, value.join(": "));
    }
    response.write(head.subarray(end + 4));
  });
  backend.on("close", () => response.end());
});
server.listen(8443, address, () => console.log("listening"));
