#!/usr/bin/env bash
# The checks of a hook as people write them today, with bash and jq: protected files by tool and by redirection,
# a count of edits, one line of trace. For comparison only: it fails open and loses updates.
set -euo pipefail
payload=$(cat)
event=$(jq -r '.hook_event_name' <<<"$payload")
tool=$(jq -r '.tool_name // empty' <<<"$payload")
root=$(jq -r '.cwd' <<<"$payload")
state="$root/.harness-bash"
mkdir -p "$state"
deny() {
  jq -nc --arg reason "$1" '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: $reason}}'
}
case "$tool" in
  Write | Edit | NotebookEdit)
    path=$(jq -r '.tool_input.file_path // .tool_input.notebook_path // empty' <<<"$payload")
    case "$(basename "$path")" in .env | .env.* | *.pem | *.key | credentials.*) deny "protected file $path" ;; esac
    count=$(jq --arg path "$path" '.[$path] // 0' "$state/edits.json" 2>/dev/null || echo 0)
    jq -n --arg path "$path" --argjson count "$((count + 1))" '{($path): $count}' >"$state/edits.json.tmp"
    mv "$state/edits.json.tmp" "$state/edits.json"
    ;;
  Bash)
    command=$(jq -r '.tool_input.command' <<<"$payload")
    if grep -Eq '>+ *[^ ]*(\.env|\.pem|\.key)' <<<"$command"; then deny "writes a protected file"; fi
    if grep -Eq 'rm +-rf +/' <<<"$command"; then deny "destructive"; fi
    ;;
esac
jq -c --arg at "$(date -u +%FT%TZ)" '{timestamp: $at, event: .hook_event_name, tool: .tool_name, input: .tool_input}' <<<"$payload" >>"$state/trace.jsonl"
jq -n --arg event "$event" --arg tool "$tool" '{phase: "executing", last: $event, tool: $tool}' >"$state/state.json.tmp"
mv "$state/state.json.tmp" "$state/state.json"
