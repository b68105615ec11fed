/** The command line: which commands there are, and how their failures end the program. @module */
import { type Argument, Command, type Option } from 'commander'
import { registerAudit } from './audit.ts'
import { registerBackup } from './backup.ts'
import { registerCompletion } from './completion.ts'
import type { CliContext, CliSurroundings } from './context.ts'
import { registerConvert } from './convert.ts'
import { registerDemo } from './demo.ts'
import { registerDoctor } from './doctor.ts'
import { endWith, readAsked } from './failure.ts'
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
  const asked = readAsked(args, context)
  const program = createProgram(context, asked.isJson)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    return endWith(error, asked, context)
  }
}

/** With JSON, what is wrong is said at the end, on one line. */
function createProgram(context: CliContext, isJson: boolean): Command {
  const program = new Command('markport')
    .description('Imports Markdown into wiki pages.')
    .version(context.version, '--version', 'Print the version.')
    .helpOption('-h, --help', 'Show this help.')
    .helpCommand('help [command]', 'Show the help of a command.')
    .configureHelp({
      // Beside the longest command there is less room than lines are usually wrapped to.
      minWidthToWrap: 30,
      optionDescription: describe,
      argumentDescription: describe,
    })
    // `page show` has a --version of its own.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.lines(text.replace(/\n$/, '').split('\n')),
      writeErr: (text) => isJson || context.stderr.lines(text.replace(/\n$/, '').split('\n')),
      // Its errors repeat what was written, line breaks included.
      outputError: (text) => isJson || context.stderr.lines(errorLines(text)),
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
    registerCompletion,
  ]) {
    register(program, context)
  }
  return program
}

/** With what it may be, in the manner of the table of options. */
function describe({ description, argChoices = [], defaultValue }: Option | Argument): string {
  const fallback = typeof defaultValue === 'string' ? [`default ${defaultValue}`] : []
  const more = [argChoices.join(', '), ...fallback].filter(Boolean).join('; ')
  return more === '' ? description : `${description} (${more})`
}

/** Only the question whether another word was meant stands on a line of its own. */
function errorLines(text: string): string[] {
  const [, error = '', question] = /^(.*?)(?:\n(\(Did you mean [^\n]*\)))?\n?$/s.exec(text) ?? []
  return question === undefined ? [error] : [error, question]
}
