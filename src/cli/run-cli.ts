/** Runs the command line: loads commands, and turns failures into exit codes. @module */
import { inspect } from 'node:util'
import { type Argument, Command, CommanderError, type Option } from 'commander'
import {
  DatabaseUnavailableError,
  RequestError,
  toRequestError,
  UnknownOutcomeError,
} from '../contract/errors.ts'
import { OptionError } from '../contract/options/option-rows.ts'
import { StoreError } from '../store/database.ts'
import { type CliContext, type CliSurroundings, CommandError } from './context.ts'
import { textOutput } from './text-output.ts'

type Register = (program: Command, context: CliContext) => void

const commands: ReadonlyMap<string, () => Promise<Register>> = new Map([
  ['demo', async () => (await import('./service/demo.ts')).registerDemo],
  ['serve', async () => (await import('./service/serve.ts')).registerServe],
  ['import', async () => (await import('./import/import.ts')).registerImport],
  ['pull', async () => (await import('./import/pull.ts')).registerPull],
  ['convert', async () => (await import('./convert.ts')).registerConvert],
  ['mcp', async () => (await import('./service/mcp.ts')).registerMcp],
  ['space', async () => (await import('./space/space.ts')).registerSpace],
  ['page', async () => (await import('./page.ts')).registerPage],
  ['trash', async () => (await import('./store/purge.ts')).registerTrash],
  ['user', async () => (await import('./access/user.ts')).registerUser],
  ['group', async () => (await import('./access/group.ts')).registerGroup],
  ['token', async () => (await import('./access/token.ts')).registerToken],
  ['webhook', async () => (await import('./webhook.ts')).registerWebhook],
  ['follow', async () => (await import('./follow.ts')).registerFollow],
  ['license', async () => (await import('./access/license.ts')).registerLicense],
  ['audit', async () => (await import('./access/audit.ts')).registerAudit],
  ['backup', async () => (await import('./store/backup.ts')).registerBackup],
  ['store', async () => (await import('./store/backup.ts')).registerStore],
  ['migrate', async () => (await import('./store/migrate.ts')).registerMigrate],
  ['doctor', async () => (await import('./service/doctor.ts')).registerDoctor],
])
const versionFlag = '--version'

/** @returns The exit code: 0 done, 1 failed, 2 wrong use. */
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
  const request = readRequestFlags(args, context)
  const program = createProgram(context, request.isJson)
  for (const register of await loadCommands(args)) register(program, context)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    return endWith(error, request, context)
  }
}

/** Load only the requested command, because loading all takes longer than most commands run. */
async function loadCommands([name = '']: readonly string[]): Promise<Register[]> {
  if (name === versionFlag) return []
  const command = commands.get(name)
  return Promise.all(
    (command === undefined ? [...commands.values()] : [command]).map((load) => load()),
  )
}

/** With `--json`, errors are reported once at the end. */
function createProgram(context: CliContext, isJson: boolean): Command {
  const program = new Command('markport')
    .description('Imports Markdown into wiki pages.')
    .version(context.version, versionFlag, 'Print the version.')
    .helpOption('-h, --help', 'Show this help.')
    .helpCommand('help [command]', 'Show the help of a command.')
    .configureHelp({
      // Long command names leave less room than Commander's default.
      minWidthToWrap: 30,
      optionDescription: describe,
      argumentDescription: describe,
    })
    // `page show` has its own `--version`.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.lines(text.replace(/\n$/, '').split('\n')),
      writeErr: (text) => isJson || context.stderr.lines(text.replace(/\n$/, '').split('\n')),
      // Commander's errors quote input with its line breaks.
      outputError: (text) => isJson || context.stderr.lines(errorLines(text)),
    })
    .showHelpAfterError('(--help shows what is possible)')
  return program
}

/** Describe choices and defaults as in the option table. */
function describe({ description, argChoices = [], defaultValue }: Option | Argument): string {
  const fallback = typeof defaultValue === 'string' ? [`default ${defaultValue}`] : []
  const more = [argChoices.join(', '), ...fallback].filter(Boolean).join('; ')
  return more === '' ? description : `${description} (${more})`
}

/** Keep only Commander's "Did you mean" on its own line. */
function errorLines(text: string): string[] {
  const [, error = '', question] = /^(.*?)(?:\n(\(Did you mean [^\n]*\)))?\n?$/s.exec(text) ?? []
  return question === undefined ? [error] : [error, question]
}

/** Read the flags without parsing, because the command line may be the problem. */
function readRequestFlags(args: readonly string[], { env }: Pick<CliContext, 'env'>) {
  const flags = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined)
  return {
    isJson: flags.includes('--json') || ['true', '1'].includes(env.MARKPORT_JSON ?? ''),
    isDebugging:
      /(?:^|\0)--log-level[=\0]debug(?:\0|$)/.test(flags.join('\0')) ||
      env.MARKPORT_LOG_LEVEL === 'debug',
  }
}

/** @returns The exit code: 1 failed, 2 wrong use, 0 for requested help. */
function endWith(
  error: unknown,
  { isJson, isDebugging }: ReturnType<typeof readRequestFlags>,
  { stderr }: CliContext,
): number {
  const isFromCommander = error instanceof CommanderError
  if (isFromCommander && error.exitCode === 0) return 0
  const exitCode = isFromCommander || isWrongUse(error) ? 2 : 1
  const detail =
    error instanceof Error && !isFromCommander && (isDebugging || !isWorded(error))
      ? inspect(error)
      : undefined
  const message = error instanceof Error ? error.message : String(error)
  if (isJson) {
    const text = isFromCommander ? plainWords(error) : message
    stderr.json({ error: { message: text, key: keyOf(error, exitCode), exitCode, detail } })
    return exitCode
  }
  // Commander has already printed its message.
  if (!isFromCommander) stderr.line(`markport: ${message}`)
  if (detail !== undefined) stderr.lines(detail.split('\n'))
  return exitCode
}

/** A value that the store's rules refuse is wrong use too: such errors name a field. */
function isWrongUse(error: unknown): boolean {
  if (error instanceof OptionError) return true
  return error instanceof RequestError && error.key === 'bad-request' && error.field !== undefined
}

/** When Commander only shows help, its message is just a code. */
function plainWords({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'a command is missing; --help lists them.'
  return message.replace(/^error: /, '')
}

function keyOf(error: unknown, exitCode: number): string {
  if (exitCode === 2) return 'wrong-use'
  if (error instanceof CommandError || error instanceof StoreError) return 'failed'
  return error instanceof Error && isSystemError(error) ? 'failed' : toRequestError(error).key
}

/** Errors that the user can fix need no stack trace. */
function isWorded(error: Error): boolean {
  const kinds = [
    CommandError,
    OptionError,
    RequestError,
    StoreError,
    DatabaseUnavailableError,
    UnknownOutcomeError,
  ]
  return kinds.some((kind) => error instanceof kind) || isSystemError(error)
}

function isSystemError(error: Error): boolean {
  const { errno, syscall } = error as NodeJS.ErrnoException
  return typeof errno === 'number' && syscall !== undefined
}
