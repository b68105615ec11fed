/** Runs commands in folders of their own, at the price of a call: one process goes there for all. @module */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { CommandInFolder } from './cli-process.ts'
import type { CliRun } from './run-cli.ts'

type CallCliIn = (
  cwd: string,
  args: readonly string[],
  env?: Record<string, string>,
) => Promise<CliRun>

const program = fileURLToPath(new URL('cli-process.ts', import.meta.url))

export const callCliIn: CallCliIn = commandsOf([])

/** Runs a command as a user who may not read every file. */
export const callCliAsNobody: CallCliIn = commandsOf(['as-nobody'])

function commandsOf(processArgs: readonly string[]): CallCliIn {
  let started: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  return (cwd, args, env = {}) => {
    const run = last.then(() => {
      started ??= fork(program, processArgs, { execArgv: [] })
      return ask(started, { cwd, args, env })
    })
    last = run.catch(() => {})
    return run
  }
}

/** The child must not keep this process alive, except while it is asked, and ends with it. */
async function ask(asked: ChildProcess, command: CommandInFolder): Promise<CliRun> {
  asked.ref()
  asked.channel?.ref()
  const over = new AbortController()
  const ended = once(asked, 'exit', { signal: over.signal }).then(([code]) => {
    throw new Error(`the process of commands ended with ${code}`)
  })
  const answered = once(asked, 'message', { signal: over.signal })
  asked.send(command)
  try {
    const [run] = await Promise.race([answered, ended])
    return run as CliRun
  } finally {
    over.abort()
    asked.unref()
    asked.channel?.unref()
  }
}
