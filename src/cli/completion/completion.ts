/** `markport completion`: a script by which a shell completes commands, options and values. @module */
import { Argument, type Command } from 'commander'
import type { CliContext } from '../context.ts'
import { bashScript } from './bash-script.ts'
import { type CommandWords, readCommandWords, type Values, withAllBelow } from './command-words.ts'

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
