/** The command line: which commands there are, and how their failures end the program. @module */
import { inspect } from 'node:util'
import { Command, CommanderError } from 'commander'
import { StoreError } from '../database/store-error.ts'
import { DatabaseUnavailableError, RequestError, UnknownOutcomeError } from '../errors.ts'
import { registerAudit } from './audit.ts'
import { registerBackup } from './backup.ts'
import { type CliContext, type CliSurroundings, CommandError, UsageError } from './context.ts'
import { registerConvert } from './convert.ts'
import { registerDemo } from './demo.ts'
import { registerDoctor } from './doctor.ts'
import { registerImport } from './import.ts'
import { registerLicense } from './license.ts'
import { registerMigrate } from './migrate.ts'
import { registerPage } from './page.ts'
import { registerServe } from './serve.ts'
import { registerSpace } from './space.ts'
import { textOutput } from './text-output.ts'
import { registerToken } from './token.ts'
import { registerUser } from './user.ts'

/**
 * Run a command line.
 * @param args The arguments after the program's name.
 * @param surroundings What the commands may use.
 * @returns The exit code: 0 done, 1 failed, 2 wrong use.
 */
export async function runCli(
  args: readonly string[],
  surroundings: CliSurroundings,
): Promise<number> {
  const { stdout, stderr, env } = surroundings
  const context: CliContext = {
    ...surroundings,
    stdout: textOutput(stdout, env),
    stderr: textOutput(stderr, env),
  }
  const program = createProgram(context)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    return endWith(error, isDebugging(args, context), context)
  }
}

function createProgram(context: CliContext): Command {
  const program = new Command('markport')
    .description('Imports Markdown into wiki pages.')
    .version(context.version, '--version', 'Print the version.')
    .helpOption('-h, --help', 'Show this help.')
    // `page show` has a --version of its own.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.lines(text.replace(/\n$/, '').split('\n')),
      writeErr: (text) => context.stderr.lines(text.replace(/\n$/, '').split('\n')),
      // Its errors repeat what was written, line breaks included.
      outputError: (text) => context.stderr.lines(errorLines(text)),
    })
    .showHelpAfterError('(--help shows what is possible)')
  for (const register of [
    registerDemo,
    registerServe,
    registerImport,
    registerConvert,
    registerSpace,
    registerPage,
    registerUser,
    registerToken,
    registerLicense,
    registerAudit,
    registerBackup,
    registerMigrate,
    registerDoctor,
  ]) {
    register(program, context)
  }
  return program
}

/** Only the question whether another word was meant stands on a line of its own. */
function errorLines(text: string): string[] {
  const [, error = '', question] = /^(.*?)(?:\n(\(Did you mean [^\n]*\)))?\n?$/s.exec(text) ?? []
  return question === undefined ? [error] : [error, question]
}

/** The option itself may be what is wrong, so it is looked for and not parsed. */
function isDebugging(args: readonly string[], { env }: CliContext): boolean {
  return (
    /(?:^|\0)--log-level[=\0]debug(?:\0|$)/.test(args.join('\0')) ||
    env.MARKPORT_LOG_LEVEL === 'debug'
  )
}

function endWith(error: unknown, isDebugging: boolean, { stderr }: CliContext): number {
  if (error instanceof CommanderError) {
    // Commander has printed its message already. Asking for help is no failure; needing it is.
    return error.exitCode === 0 ? 0 : 2
  }
  stderr.line(`markport: ${error instanceof Error ? error.message : String(error)}`)
  if (error instanceof Error && (isDebugging || !isWorded(error))) {
    stderr.lines(inspect(error).split('\n'))
  }
  return error instanceof UsageError ? 2 : 1
}

/** What the user can mend needs no stack: it would say where our code is, not what is wrong. */
function isWorded(error: Error): boolean {
  const kinds = [
    CommandError,
    UsageError,
    RequestError,
    StoreError,
    DatabaseUnavailableError,
    UnknownOutcomeError,
  ]
  return kinds.some((kind) => error instanceof kind) || isSystemError(error)
}

/** A file, a folder or an address that cannot be used; the message names it. */
function isSystemError(error: Error): boolean {
  const { errno, syscall } = error as NodeJS.ErrnoException
  return typeof errno === 'number' && syscall !== undefined
}
