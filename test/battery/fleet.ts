/** `--apart` puts every worker, the database and the git server on separate machines, as far as Linux can. */
if (process.argv.includes("--apart")) await import("./fleet-apart.ts");
else await import("./fleet-together.ts");
