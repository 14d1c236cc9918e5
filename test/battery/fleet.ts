/**
 * `--apart` puts every worker, the database and the git server on separate machines, simulated with Linux
 * namespaces.
 */
if (process.argv.includes("--apart")) await import("./fleet-apart.ts");
else await import("./fleet-together.ts");
