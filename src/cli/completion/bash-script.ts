/** The completion of bash, which zsh reads as well. @module */
import { type CommandWords, type Values, withAllBelow } from './command-words.ts'

/**
 * Write the script.
 * @param isZsh Whether zsh is to read it.
 */
export function bashScript(program: CommandWords, isZsh: boolean): string {
  const commands = withAllBelow(program)
  const named = commands.filter(({ path }) => path.length > 0)
  const withValue = commands.flatMap(({ path, options }) =>
    options.filter(({ values }) => values !== undefined).map(({ flag }) => at(path, flag)),
  )
  return `${isZsh ? 'autoload -U +X compinit bashcompinit && compinit && bashcompinit\n' : ''}_markport() {
  local current=\${COMP_WORDS[COMP_CWORD]} command='' option='' place=0 words='' paths='' i word
  local IFS=$'\\n'
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "$command $word" in
      ${named.map(({ path }) => at(path.slice(0, -1), path.at(-1))).join(' | ')})
        command="\${command:+$command }$word" ;;
      ${withValue.join(' | ')})
        ((++i == COMP_CWORD)) && option=$word ;;
      *' -'*) ;;
      *) place=$((place + 1)) ;;
    esac
  done
  case "$command $option" in
${valuesOfOptions(commands).join('\n')}
    *' --'*) ;;
    *)
      case "$command $place" in
${valuesOfPlaces(commands).join('\n')}
      esac
      [[ $current == -* ]] && case $command in
${commands.map(({ path, options }) => `        '${path.join(' ')}') words=${list(options.map(({ flag }) => flag))} ;;`).join('\n')}
      esac ;;
  esac
  [[ -n $paths ]] && compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen \${paths:+"$paths"} -W "$words" -- "$current"))
}
complete -F _markport markport
`
}

function valuesOfOptions(commands: readonly CommandWords[]): string[] {
  return commands.flatMap(({ path, options }) =>
    options.flatMap(({ flag, values }) => branch('    ', at(path, flag), values)),
  )
}

function valuesOfPlaces(commands: readonly CommandWords[]): string[] {
  return commands.flatMap(({ path, below, places: [first, ...others], isRepeated }) => {
    const names = below.map((one) => one.path.at(-1) as string)
    const places = [{ words: [...names, ...(first?.words ?? [])], paths: first?.paths }, ...others]
    return places.flatMap((values, index) => {
      const isLast = isRepeated && index === places.length - 1
      const place = isLast ? `${at(path)}*` : at(path, String(index))
      return branch('        ', place, values)
    })
  })
}

function branch(indent: string, place: string, values: Values | undefined): string[] {
  const { words = [], paths } = values ?? {}
  const sets = [
    ...(words.length > 0 ? [`words=${list(words)}`] : []),
    ...(paths === undefined ? [] : [`paths=${paths === 'files' ? '-f' : '-d'}`]),
  ]
  return sets.length === 0 ? [] : [`${indent}${place}) ${sets.join(' ')} ;;`]
}

/** The words are our own: none needs more than quotes around it. */
function list(words: readonly string[]): string {
  return `$'${words.join('\\n')}'`
}

function at(path: readonly string[], word = ''): string {
  return `'${path.join(' ')} ${word}'`
}
