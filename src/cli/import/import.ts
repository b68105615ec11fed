/** `markport import`: files and folders of Markdown, over HTTP. @module */
import { resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { counted } from '../../contract/base/visible-text.ts'
import { importRows } from '../../contract/options/import-options.ts'
import type { OptionName, OptionValues } from '../../contract/options/option-table.ts'
import { previewNamePattern, previewNameRule } from '../../contract/paths.ts'
import { checkFolder } from '../../folder/check-folder.ts'
import { askPreview } from '../../folder/client/ask-preview.ts'
import { ImportError } from '../../folder/client/exchange.ts'
import { findEndpoint } from '../../folder/client/find-endpoint.ts'
import { toDialect } from '../../folder/dialects/dialects.ts'
import type { FolderEvent, FolderReport } from '../../folder/folder-events.ts'
import { importFolder } from '../../folder/import-folder.ts'
import { PlanError } from '../../folder/plan-file/plan-file.ts'
import { ask } from '../ask.ts'
import { addOptions } from '../command-options.ts'
import { type CliContext, CommandError, UsageError } from '../context.ts'
import { printResult } from '../text-output.ts'
import { readImportTarget, readImportToken, readPaths } from './import-target.ts'
import { type FailOn, failOn, type ImportTeller, tellImport, tellOptions } from './tell-import.ts'

const importOptions: readonly OptionName[] = [
  ...(Object.keys(importRows) as OptionName[]),
  ...(['maxBody', 'maxMarkdown', 'json'] as const),
]

interface ImportFlags {
  readonly title?: string
  readonly config?: string
  readonly dryRun?: boolean
  readonly plan?: string
  readonly apply?: string
  readonly preview?: string
  readonly endPreview?: string
  readonly check?: boolean
  readonly resend?: boolean
  readonly prune?: boolean
  readonly archive?: boolean
  readonly yes?: boolean
  readonly takeOver?: boolean
  readonly move?: boolean
}

export function registerImport(program: Command, context: CliContext): void {
  const command = program
    .command('import')
    .description(
      'Import Markdown files and folders over HTTP. Existing pages are updated, unless --no-overwrite is given.',
    )
    .argument('[path...]', 'Files, folders, quoted globs; - reads one page from standard input.')
    .option('--title <title>', 'Title of the page from standard input.')
    .option('--config <file>', 'Options as JSON; by default markport.json beside the files.')
    .option('--dry-run', 'Show what would be created and updated; write nothing.')
    .addOption(
      new Option('--plan <file>', 'Do a dry run, and write what it foretells to a file.').conflicts(
        ['apply', 'check'],
      ),
    )
    .addOption(
      new Option(
        '--apply <file>',
        'Carry out a plan if nothing has changed since; otherwise say what has changed.',
      ).conflicts(['dryRun', 'check']),
    )
    .addOption(
      new Option(
        '--preview <name>',
        'Put the pages into a preview of the space, such as pr-123; the space is unchanged.',
      )
        .argParser(previewName)
        .conflicts(['dryRun', 'plan', 'apply', 'check']),
    )
    .addOption(
      new Option('--end-preview <name>', 'End a preview; goes without files.')
        .argParser(previewName)
        .conflicts([...['preview', 'dryRun', 'plan', 'apply', 'check']]),
    )
    .addOption(
      new Option('--check', 'Convert everything without a service, and fail on losses.').conflicts([
        'resend',
        'prune',
        'archive',
        'yes',
      ]),
    )
    .option('--resend', 'Send files as well that have not changed since the last import.')
    .option('--prune', 'Trash the pages of this source whose file is gone; asks before.')
    .option('--archive', 'Let --prune archive pages, where their wiki can; it trashes the others.')
    .option('--yes', 'Let --prune trash pages without asking.')
    .option('--take-over', 'Take pages that other sources keep.')
    .option('--move', 'Move the pages of this source below --parent, if they are elsewhere.')
  addOptions(command, importOptions).action((paths: string[]) => run(command, paths, context))
  joinReportWords(command)
}

function previewName(name: string): string {
  if (!previewNamePattern.test(name)) throw new InvalidArgumentError(previewNameRule)
  return name
}

/** Commander options take one word, but the report has two. */
function joinReportWords(command: Command): void {
  const parse = command.parseOptions.bind(command)
  command.parseOptions = (words) => {
    const end = words.indexOf('--')
    const at = words.indexOf('--report')
    if (at === -1 || (end !== -1 && end < at) || words[at + 2] === undefined) return parse(words)
    return parse(words.toSpliced(at + 1, 2, `${words[at + 1]} ${words[at + 2]}`))
  }
}

async function run(command: Command, paths: readonly string[], context: CliContext): Promise<void> {
  const flags = command.opts() as ImportFlags
  if (flags.endPreview !== undefined) {
    if (paths.length > 0) throw new UsageError('--end-preview takes no files.')
    return endPreview(command, { name: flags.endPreview, config: flags.config }, context)
  }
  if (paths.length === 0) throw new UsageError('Name the files or folders to import.')
  const { base, ...sources } = await readPaths(paths, flags.title, context)
  const sender = readImportTarget(command, context, { base, config: flags.config })
  const { values } = sender
  const isDryRun = flags.dryRun ?? flags.plan !== undefined
  const confirmPrune = flags.yes
    ? async () => true
    : ask(context, values.json ?? false, 'Trash them?')
  const failing = failOn(values.failOn ?? (flags.check ? ['lost'] : []))
  const isAnybodyAsked = isDryRun || confirmPrune !== undefined
  const reportFields = { paths, base, values, failing, isAnybodyAsked }
  const interrupted = new AbortController()
  const { signal } = interrupted
  if (flags.check) {
    const output = tellImport(
      context,
      tellOptions({ ...reportFields, mode: 'check', secrets: [] }, context),
    )
    const settings = { ...sources, ...librarySettings(values) }
    return follow(output, failing, signal, (onEvent) => checkFolder({ ...settings, onEvent }))
  }
  const target = readTarget(values)
  const token = readImportToken(sender.tokenFile(), context.env)
  await sender.confirm(values.json ?? false)
  const writeMode = values.overwrite ? 'overwrite' : 'create'
  const mode = flags.preview !== undefined ? 'preview' : isDryRun ? 'dry-run' : writeMode
  const secrets = [token]
  const output = tellImport(context, tellOptions({ ...reportFields, mode, secrets }, context))
  await follow(output, failing, signal, (onEvent) =>
    importFolder({
      ...sources,
      ...librarySettings(values),
      ...target,
      token,
      dryRun: isDryRun,
      ...(flags.plan === undefined ? {} : { planFile: flags.plan }),
      ...(flags.apply === undefined ? {} : { applyFile: flags.apply }),
      ...(flags.preview === undefined ? {} : { preview: flags.preview }),
      resend: flags.resend ?? false,
      prune: flags.prune ?? false,
      archive: flags.archive ?? false,
      takeOver: flags.takeOver ?? false,
      move: flags.move ?? false,
      ...(confirmPrune === undefined ? {} : { confirmPrune }),
      timeoutMs: values.timeout as number,
      signal,
      onEvent(event) {
        // Until then nothing is sent, so the process may be ended at any point.
        if (event.type === 'plan') void context.untilStopped().then(() => interrupted.abort())
        onEvent(event)
      },
    }),
  )
}

async function follow(
  output: ImportTeller,
  failing: FailOn,
  signal: AbortSignal,
  run: (onEvent: (event: FolderEvent) => void) => Promise<FolderReport>,
): Promise<void> {
  try {
    const report = await run((event) => {
      failing.onEvent(event)
      output.onEvent(event)
    })
    await output.comment(signal)
    endWith(report)
    failing.end()
  } catch (error) {
    if (signal.aborted) throw new CommandError('the import was interrupted.')
    throw toCommandError(error)
  } finally {
    output.end()
  }
}

/** Show the library's own errors without a stack. */
function toCommandError(error: unknown): unknown {
  const isWorded = [PlanError, ImportError].some((kind) => error instanceof kind)
  return isWorded ? new CommandError((error as Error).message) : error
}

function librarySettings(values: OptionValues) {
  const { dialect, maxFile, maxBody, maxMarkdown, fileTimeout, previewFor, ...sameOptions } = values
  return {
    ...sameOptions,
    previewForMs: previewFor as number,
    dialects: dialect?.map(checkDialect),
    maxFileBytes: maxFile as number,
    maxBodyBytes: maxBody as number,
    maxMarkdownBytes: maxMarkdown as number,
    fileTimeoutMs: fileTimeout as number,
  }
}

function checkDialect(dialect: string): string {
  try {
    return toDialect(dialect)
  } catch (error) {
    throw new UsageError(`--dialect: ${(error as Error).message}`)
  }
}

function endWith({ counts, stoppedBy, warningsByCode }: FolderReport): void {
  const missingPages = counts.failed + counts['not-sent']
  if (missingPages > 0) {
    throw new CommandError(`${counted(missingPages, 'page')} not imported; see above.`)
  }
  // Files of an unreadable folder are missing, so the run is incomplete.
  if (warningsByCode['folder-unreadable'] !== undefined) {
    throw new CommandError('not every folder could be read; see above.')
  }
  if (stoppedBy !== undefined) throw new CommandError('the import was stopped; see above.')
}

function readTarget({ endpoint, space, parent }: OptionValues): {
  endpoint: string
  spaceId: string
  parentId: string
} {
  if (endpoint === undefined || space === undefined || parent === undefined) {
    const missing = [
      ...(endpoint === undefined ? ['--endpoint'] : []),
      ...(space === undefined ? ['--space'] : []),
      ...(parent === undefined ? ['--parent'] : []),
    ]
    throw new UsageError(
      `${missing.join(' and ')} must be given, as flag, as variable or in markport.json.`,
    )
  }
  return { endpoint, spaceId: space, parentId: parent }
}

/** @throws {CommandError} When it is refused. */
async function endPreview(
  command: Command,
  request: { readonly name: string; readonly config: string | undefined },
  context: CliContext,
): Promise<void> {
  const target = readImportTarget(command, context, { base: resolve(), config: request.config })
  const { values } = target
  const { endpoint, space } = readPlace(values)
  const token = readImportToken(target.tokenFile(), context.env)
  const isJson = values.json ?? false
  await target.confirm(isJson)
  const patience = { timeoutMs: values.timeout as number }
  try {
    const serviceEndpoint = await findEndpoint(endpoint, patience)
    const connection = { ...patience, endpoint: serviceEndpoint, token }
    const { key, preview, body } = await askPreview(connection, request.name, 'end', {
      spaceId: space,
    })
    printResult(context, isJson, { key, ...preview }, () => [body])
  } catch (error) {
    throw error instanceof ImportError ? new CommandError(error.message) : error
  }
}

function readPlace({ endpoint, space }: OptionValues): { endpoint: string; space: string } {
  if (endpoint === undefined || space === undefined) {
    throw new UsageError(
      '--endpoint and --space must be given, as flag, as variable or in markport.json.',
    )
  }
  return { endpoint, space }
}
