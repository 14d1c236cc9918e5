import { isObject } from "../../domain/rules/settings/is-object.ts";
import type { Json } from "./client.ts";

/** Commands whose result says something about the code. */
const TELLING =
  /\b(?:tests?|specs?|check|lint|verify|build|compile|ci|tox|nox|pytest|jest|vitest|mocha|playwright|cypress|rspec|phpunit|ctest|tsc|mypy|clippy)\b/i;

/**
 * How many of the tasks that Claude Code lists at a stop may still report something. It also lists the
 * subagent that is stopping as a running task; and a development server says nothing about the code, no
 * matter how long it runs.
 */
export function pendingTasks(payload: Json): number {
  const { background_tasks, agent_id } = payload;
  const isSubagent = payload.hook_event_name === "SubagentStop";
  const tasks = Array.isArray(background_tasks) ? background_tasks.filter(isObject) : [];
  return tasks.filter((task) => {
    if (task.status !== undefined && task.status !== "running") return false;
    // Its parent is responsible for its siblings.
    if (task.type === "subagent") return !isSubagent && task.id !== agent_id;
    const command = typeof task.command === "string" ? task.command : null;
    return command === null ? !isSubagent : TELLING.test(command) && !isServer(command);
  }).length;
}

/** Commands that run until someone stops them, as developers type them. */
const SERVERS =
  /\b(?:(?:npm|pnpm|yarn|bun|deno)(?: run| task)? (?:dev|start|serve|server|watch|preview|storybook)\b|(?:next|nuxt|astro|remix|gatsby|wrangler) dev(?:elop)?\b|vite(?! build)(?:\s|$)|webpack(?:-dev-server| serve)|ng serve|nodemon|ts-node-dev|tsx watch|node --watch|tsc (?:-w|--watch)|uvicorn|gunicorn|hypercorn|flask\b.*\brun\b|manage\.py runserver|celery\b.*\bworker\b|rails (?:s|server)\b|bin\/dev\b|foreman start|php artisan (?:serve|queue:work)|php -S|http\.server|http-server|live-server|json-server|docker(?: |-)compose (?:\S+ )*up\b|kubectl port-forward|tail -[fF]|go run|cargo (?:watch|run)|spring-boot:run|bootRun|dotnet (?:run|watch)|mix phx\.server|hugo server|jekyll serve|jupyter (?:lab|notebook)|redis-server|mongod|ngrok|browser-sync|storybook dev|expo start|react-native start|metro|stripe listen|supabase start)|\s--watch\b/;

/** Whether a background command is a server: it will not end, so nothing waits for it. */
function isServer(command: string): boolean {
  return SERVERS.test(command) && !/(?:^|[\s&;|])(?:test|pytest|vitest run|jest)\b/.test(command);
}
