/** `markport import`: files and folders of Markdown, over HTTP. @module */
import { writeFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { counted } from '../../contract/base/visible-text.ts'
import { importRows } from '../../contract/options/import-options.ts'
import type { OptionName, OptionValues } from '../../contract/options/option-table.ts'
import { previewNamePattern, previewNameRule } from '../../contract/paths.ts'
import { checkFolder } from '../../folder/check-folder.ts'
import { findEndpoint } from '../../folder/client/find-endpoint.ts'
import { ImportError } from '../../folder/client/import-error.ts'
import { askPreview } from '../../folder/client/service-requests.ts'
import { toDialect } from '../../folder/dialects/dialects.ts'
import { findRepository } from '../../folder/files/select-paths.ts'
import { isInside } from '../../folder/files/tree-paths.ts'
import type { FolderEvent, FolderReport } from '../../folder/folder-events.ts'
import { importFolder } from '../../folder/import-folder.ts'
import { PlanError } from '../../folder/plan-file.ts'
import { findSourceUrl } from '../../folder/site/source-url.ts'
import { addOptions } from '../command-options.ts'
import { ask, type CliContext, CommandError, UsageError } from '../context.ts'
import { printResult } from '../text-output.ts'
import { startImportOutput } from './import-output.ts'
import { importReport } from './import-report.ts'
import { chooseWarnings, type ImportMode } from './import-summary.ts'
import { readImportTarget, readPaths } from './import-target.ts'

const importOptions: readonly OptionName[] = [
  ...(Object.keys(importRows) as OptionName[]),
  ...(['maxBody', 'maxMarkdown', 'json'] as const),
]

interface ImportFlags {
  readonly config?: string
  readonly dryRun?: boolean
  readonly plan?: string
  readonly apply?: string
  readonly preview?: string
  readonly endPreview?: string
  readonly check?: boolean
  readonly resend?: boolean
  readonly prune?: boolean
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
    .argument('[path...]', 'Files and folders.')
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
        .conflicts(['preview', 'dryRun', 'plan', 'apply', 'check']),
    )
    .addOption(
      new Option('--check', 'Convert everything without a service, and fail on losses.').conflicts([
        'resend',
        'prune',
        'yes',
      ]),
    )
    .option('--resend', 'Send files as well that have not changed since the last import.')
    .option('--prune', 'Trash the pages of this source whose file is gone; asks before.')
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
  const { endPreview: previewToEnd } = flags
  if (previewToEnd !== undefined) {
    if (paths.length > 0) throw new UsageError('--end-preview takes no files.')
    return endPreview(command, { name: previewToEnd, config: flags.config }, context)
  }
  if (paths.length === 0) throw new UsageError('Name the files or folders to import.')
  const { base, ...sources } = readPaths(paths)
  const target = readImportTarget(command, context, { base, config: flags.config })
  const { values } = target
  const isDryRun = flags.dryRun ?? flags.plan !== undefined
  const confirmPrune = flags.yes
    ? async () => true
    : ask(context, values.json ?? false, 'Trash them?')
  const toldRun = {
    paths,
    base,
    values,
    failOn: values.failOn ?? (flags.check ? ['lost'] : []),
    isAnybodyAsked: isDryRun || confirmPrune !== undefined,
  }
  if (flags.check) {
    const settings = { ...sources, ...librarySettings(values) }
    return tell({ ...toldRun, mode: 'check' }, context, (onEvent) =>
      checkFolder({ ...settings, onEvent }),
    )
  }
  const { endpoint, space, parent, token } = target.readPlace(['endpoint', 'space', 'parent'])
  const writeMode = values.overwrite ? 'overwrite' : 'create'
  const mode = flags.preview !== undefined ? 'preview' : isDryRun ? 'dry-run' : writeMode
  const interrupted = new AbortController()
  const { signal } = interrupted
  await tell({ ...toldRun, mode, token, signal }, context, (onEvent) =>
    importFolder({
      ...sources,
      ...librarySettings(values),
      endpoint,
      spaceId: space,
      parentId: parent,
      token,
      dryRun: isDryRun,
      planFile: flags.plan,
      applyFile: flags.apply,
      preview: flags.preview,
      resend: flags.resend,
      prune: flags.prune,
      takeOver: flags.takeOver,
      move: flags.move,
      confirmPrune,
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

interface ToldRun {
  readonly mode: ImportMode
  readonly paths: readonly string[]
  readonly base: string
  readonly values: OptionValues
  readonly failOn: readonly string[]
  readonly isAnybodyAsked: boolean
  /** Must not be shown. */
  readonly token?: string
  readonly signal?: AbortSignal
}

/** Run an import, tell it to the terminal or to programs, and write its report. */
async function tell(
  { mode, paths, base, values, failOn, isAnybodyAsked, token, signal }: ToldRun,
  context: CliContext,
  run: (onEvent: (event: FolderEvent) => void) => Promise<FolderReport>,
): Promise<void> {
  const warnings = chooseWarnings(failOn, values.warnings ?? 'lost')
  const output = startImportOutput(context, { mode, warnings, isAnybodyAsked })
  const repository = findRepository(base)
  const pathOf = (file: string): string | undefined => {
    const path = resolve(file)
    if (!isInside(path, repository)) return undefined
    return relative(repository, path).split(sep).join('/')
  }
  const report = importReport({
    mode,
    warnings,
    pathOf,
    paths: paths.map((path) => pathOf(path) || path),
    sourceUrl: commitUrl(context.env) ?? values.sourceUrl ?? findSourceUrl(repository) ?? '',
    secrets: token === undefined ? [] : [token],
  })
  let seriousCount = 0
  try {
    const result = await run((event) => {
      if (event.type === 'warning' && warnings.isSerious(event)) seriousCount += 1
      report.onEvent(event)
      if (values.json) context.stdout.json(event)
      else output.onEvent(event)
    })
    if (values.report !== undefined) {
      writeReport(values.report, report.toMarkdown(result, context.clock()))
    }
    endWith(result)
  } catch (error) {
    if (signal?.aborted) throw new CommandError('the import was interrupted.')
    throw toCommandError(error)
  } finally {
    output.end()
  }
  if (seriousCount > 0) {
    throw new CommandError(`the check failed for ${counted(seriousCount, 'warning')}; see above.`)
  }
}

/** The address of files at the commit of a job of GitHub or GitLab, which checks out no branch. */
function commitUrl({
  GITHUB_SERVER_URL: server,
  GITHUB_REPOSITORY: repository,
  GITHUB_SHA: sha,
  CI_PROJECT_URL: project,
  CI_COMMIT_SHA: commit,
}: CliContext['env']): string | undefined {
  if (server && repository && sha) return `${server}/${repository}/blob/${sha}/`
  return project && commit ? `${project}/-/blob/${commit}/` : undefined
}

function writeReport(file: string, markdown: string): void {
  try {
    writeFileSync(file, markdown)
  } catch (cause) {
    throw new CommandError(`--report: ${(cause as Error).message}.`, { cause })
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

async function endPreview(
  command: Command,
  { name, config }: { readonly name: string; readonly config: string | undefined },
  context: CliContext,
): Promise<void> {
  const { values, readPlace } = readImportTarget(command, context, { base: resolve(), config })
  const { endpoint, space: spaceId, token } = readPlace(['endpoint', 'space'])
  const patience = { timeoutMs: values.timeout as number }
  try {
    const connection = { ...patience, endpoint: await findEndpoint(endpoint, patience), token }
    const answer = await askPreview(connection, name, 'end', { spaceId })
    const json = { key: answer.key, ...answer.preview }
    printResult(context, values.json ?? false, json, () => answer.body)
  } catch (error) {
    throw toCommandError(error)
  }
}
