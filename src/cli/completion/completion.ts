/** `markport completion`: a script by which a shell completes commands, options and values. @module */
import { Argument, type Command } from 'commander'
import type { CliContext } from '../context.ts'
import { bashScript } from './bash-script.ts'
import { readCommandWords } from './command-words.ts'
import { fishScript } from './fish-script.ts'

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
