/** The command line: which commands there are, and how their failures end the program. @module */
import { Command, CommanderError } from 'commander'
import { DatabaseUnavailableError } from '../database/database.ts'
import { StoreError } from '../database/store-error.ts'
import { RequestError } from '../errors.ts'
import { registerBackup } from './backup.ts'
import { type CliContext, CommandError, UsageError } from './context.ts'
import { registerConvert } from './convert.ts'
import { registerDemo } from './demo.ts'
import { registerDoctor } from './doctor.ts'
import { registerImport } from './import.ts'
import { registerLicense } from './license.ts'
import { registerMigrate } from './migrate.ts'
import { registerPage } from './page.ts'
import { registerServe } from './serve.ts'
import { registerSpace } from './space.ts'
import { registerToken } from './token.ts'
import { registerUser } from './user.ts'

/**
 * Run a command line.
 * @param args The arguments after the program's name.
 * @param context What the commands may use.
 * @returns The exit code: 0 done, 1 failed, 2 wrong use.
 */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  const program = createProgram(context)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    return endWith(error, context)
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
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
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
    registerBackup,
    registerMigrate,
    registerDoctor,
  ]) {
    register(program, context)
  }
  return program
}

/** Their message says all that an operator needs; where any other came from does help. */
const wordedErrors = [CommandError, RequestError, StoreError, DatabaseUnavailableError]

function endWith(error: unknown, { stderr }: CliContext): number {
  if (error instanceof CommanderError) {
    // Commander has printed its message already. Asking for help is no failure; needing it is.
    return error.exitCode === 0 ? 0 : 2
  }
  const message = error instanceof Error ? error.message : String(error)
  stderr.write(`markport: ${message}\n`)
  if (error instanceof UsageError) return 2
  const isWorded = wordedErrors.some((kind) => error instanceof kind)
  if (!isWorded && error instanceof Error) stderr.write(`${error.stack}\n`)
  return 1
}
