import type { Shell } from "./shells.ts";

/** `agentforge complete` prints one candidate per line: a word, a tab and a description. `:files` asks for paths. */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# agentforge completion for bash
_agentforge() {
  local line current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = ":files" ]; then
      compopt -o filenames 2> /dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
    else
      line="\${line%%$'\\t'*}"
      case "$line" in "$current"*) COMPREPLY+=("$line") ;; esac
    fi
  done < <(agentforge complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
}
complete -F _agentforge agentforge
`,
  zsh: `#compdef agentforge
# agentforge completion for zsh
_agentforge() {
  local line
  local -a found
  while IFS= read -r line; do
    if [[ "$line" == ":files" ]]; then
      _files
    else
      found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done < <(agentforge complete -- "\${(@)words[2,CURRENT]}" 2> /dev/null)
  (( \${#found} )) && _describe agentforge found
}
compdef _agentforge agentforge
`,
  fish: `# agentforge completion for fish
function __agentforge_complete
  set -l words (commandline -opc) (commandline -ct)
  for line in (agentforge complete -- $words[2..-1] 2> /dev/null)
    if test "$line" = ":files"
      __fish_complete_path (commandline -ct)
    else
      echo $line
    end
  end
end
complete -c agentforge -f -a '(__agentforge_complete)'
`,
};
