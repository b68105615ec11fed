/** Asks questions on a terminal. @module */
import { createInterface } from 'node:readline/promises'
import { type CliContext, CommandError, UsageError } from './context.ts'
import { isTerminal } from './text-output.ts'

/** Make a yes-or-no question; undefined where there is nobody to ask. */
export function ask(
  { stdin, stderr, env }: CliContext,
  isJson: boolean,
  question: string,
): (() => Promise<boolean>) | undefined {
  const isAsking = (stdin as { isTTY?: boolean }).isTTY === true && isTerminal(stderr.stream, env)
  if (isJson || !isAsking) return undefined
  return async () => {
    const terminal = createInterface({ input: stdin, output: stderr.stream })
    try {
      return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
    } finally {
      terminal.close()
    }
  }
}

export const yesFlag = ['--yes', 'Do it without asking.'] as const

/**
 * @throws {UsageError} When nobody can be asked and `--yes` is missing.
 * @throws {CommandError} When the answer is no.
 */
export async function confirm(
  context: CliContext,
  flags: { readonly yes?: boolean; readonly json?: boolean },
  question: string,
): Promise<void> {
  if (flags.yes) return
  const confirmation = ask(context, flags.json ?? false, question)
  if (confirmation === undefined) {
    throw new UsageError(
      'This cannot be undone. Without a terminal to ask on, confirm it with --yes.',
    )
  }
  if (!(await confirmation())) throw new CommandError('Nothing was changed.')
}
