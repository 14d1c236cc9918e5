/** Commands that run until somebody ends them, by what developers type. */
const SERVERS =
  /\b(?:(?:npm|pnpm|yarn|bun|deno)(?: run| task)? (?:dev|start|serve|server|watch|preview|storybook)\b|(?:next|nuxt|astro|remix|gatsby|wrangler) dev(?:elop)?\b|vite(?! build)(?:\s|$)|webpack(?:-dev-server| serve)|ng serve|nodemon|ts-node-dev|tsx watch|node --watch|tsc (?:-w|--watch)|uvicorn|gunicorn|hypercorn|flask\b.*\brun\b|manage\.py runserver|celery\b.*\bworker\b|rails (?:s|server)\b|bin\/dev\b|foreman start|php artisan (?:serve|queue:work)|php -S|http\.server|http-server|live-server|json-server|docker(?: |-)compose (?:\S+ )*up\b|kubectl port-forward|tail -[fF]|go run|cargo (?:watch|run)|spring-boot:run|bootRun|dotnet (?:run|watch)|mix phx\.server|hugo server|jekyll serve|jupyter (?:lab|notebook)|redis-server|mongod|ngrok|browser-sync|storybook dev|expo start|react-native start|metro|stripe listen|supabase start)|\s--watch\b/;

/** Whether a command in the background is a server: it will not end, so nobody waits for it. */
export function isServer(command: string): boolean {
  return SERVERS.test(command) && !/(?:^|[\s&;|])(?:test|pytest|vitest run|jest)\b/.test(command);
}

/** Something in the background will end and wake the agent up. A server never ends by itself. */
export function isWaiting({
  background = 0,
  background_commands = [],
}: {
  readonly background?: number;
  readonly background_commands?: readonly string[];
}): boolean {
  return background > background_commands.filter(isServer).length;
}
