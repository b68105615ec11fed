/** Asks a person on a terminal whether the pages that were listed may go to the trash. @module */
import { createInterface } from 'node:readline/promises'
import type { CliContext } from './context.ts'
import { isTerminal } from './terminal.ts'

/**
 * Make the question.
 * @param context The terminal.
 * @param isJson Whether programs read what is printed.
 * @returns `undefined` where there is nobody to ask.
 */
export function askToTrash(
  { stdin, stderr, env }: CliContext,
  isJson: boolean,
): (() => Promise<boolean>) | undefined {
  const isAsking = (stdin as { isTTY?: boolean }).isTTY === true && isTerminal(stderr.stream, env)
  if (isJson || !isAsking) return undefined
  return async () => {
    const terminal = createInterface({ input: stdin, output: stderr.stream })
    try {
      return /^y(?:es)?$/i.test((await terminal.question('Trash them? [y/N] ')).trim())
    } finally {
      terminal.close()
    }
  }
}
