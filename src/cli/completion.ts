/** `markport completion`: a script by which a shell completes commands, options and values. @module */
import { Argument, type Command } from 'commander'
import { rowOf } from './command-options.ts'
import type { CliContext } from './context.ts'

export function registerCompletion(program: Command, { stdout }: CliContext): void {
  program
    .command('completion')
    .description('Print a script by which a shell completes what you type.')
    .addArgument(new Argument('<shell>', 'The shell.').choices(['bash', 'zsh', 'fish']))
    .action((shell: string) => {
      const words = readCommandWords(program)
      stdout.document(shell === 'fish' ? fishScript(words) : bashScript(words, shell === 'zsh'))
    })
}

function fishScript(program: CommandWords): string {
  const lines = withAllBelow(program).flatMap((one) => {
    const when = `complete -c markport -n ${quoted(whenAt(one))}`
    return [
      ...one.below.map(
        ({ path, description }) => `${when} -a ${path.at(-1)} -d ${quoted(description)}`,
      ),
      ...one.options.map(
        ({ flag, description, values }) =>
          `${when} -l ${flag.slice(2)}${values ? ` -r ${offer(values)}` : ''} -d ${quoted(description)}`,
      ),
      ...one.places.filter(isHelpful).map((values) => `${when} ${offer(values)}`),
    ]
  })
  return `complete -c markport -f\n${lines.join('\n')}\n`
}

/** All words of its path were written, and none of a command below it. */
function whenAt({ path, below }: CommandWords): string {
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`)
  const unseen =
    below.length === 0
      ? []
      : [`not __fish_seen_subcommand_from ${below.map((one) => one.path.at(-1)).join(' ')}`]
  return [...seen, ...unseen].join('; and ')
}

function offer({ words, paths }: Values): string {
  if (paths === 'folders') return "-f -a '(__fish_complete_directories)'"
  return paths === 'files' ? '-F' : `-f -a ${quoted(words.join(' '))}`
}

function isHelpful({ words, paths }: Values): boolean {
  return words.length > 0 || paths !== undefined
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}

/** Write the script. */
function bashScript(program: CommandWords, isZsh: boolean): string {
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

/** What may stand in one place. */
export interface Values {
  readonly words: readonly string[]
  readonly paths: 'files' | 'folders' | undefined
}

export interface OptionWords {
  /** The long flag. */
  readonly flag: string
  readonly description: string
  /** Undefined for an option without a value. */
  readonly values: Values | undefined
}

export interface CommandWords {
  /** The words that lead to it: none for the program itself. */
  readonly path: readonly string[]
  readonly description: string
  readonly below: readonly CommandWords[]
  readonly options: readonly OptionWords[]
  /** One for each argument; where the first stands may be a command below as well. */
  readonly places: readonly Values[]
  /** The last place stands for all that follow. */
  readonly isRepeated: boolean
}

/** Read a command and all below it. */
function readCommandWords(command: Command, path: readonly string[] = []): CommandWords {
  const below = command.commands.map((one) => readCommandWords(one, [...path, one.name()]))
  return {
    path,
    description: command.description(),
    below,
    options: command.createHelp().visibleOptions(command).map(optionWords),
    places: command.registeredArguments.map((one) => valuesOf(one.name(), one.argChoices)),
    isRepeated: command.registeredArguments.at(-1)?.variadic ?? false,
  }
}

/** List a command and all below it. */
function withAllBelow(command: CommandWords): CommandWords[] {
  return [command, ...command.below.flatMap(withAllBelow)]
}

function optionWords(option: ReturnType<Command['createOption']>): OptionWords {
  const row = rowOf(option)
  const takesValue = option.required || option.optional
  const name = /<(.+)>/.exec(option.flags)?.[1] ?? ''
  return {
    flag: option.long as string,
    description: row?.description ?? option.description,
    values: takesValue ? valuesOf(name, option.argChoices ?? row?.choices) : undefined,
  }
}

/** The names of values say what they are: `<file>`, `<dir>`, `<path...>`. */
function valuesOf(name: string, words: readonly string[] = []): Values {
  const paths = name === 'dir' ? 'folders' : /^(?:file|path)/.test(name) ? 'files' : undefined
  return { words, paths }
}
