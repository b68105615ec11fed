/** What can be written on the command line, read from the program: the same for every shell. @module */
import type { Command } from 'commander'
import { rowOf } from '../command-options.ts'

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
export function readCommandWords(command: Command, path: readonly string[] = []): CommandWords {
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
export function withAllBelow(command: CommandWords): CommandWords[] {
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
