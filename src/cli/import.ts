/** `markport import`: files and folders of Markdown, over HTTP. @module */
import type { Command } from 'commander'
import type { FolderReport } from '../client/folder-events.ts'
import { importFolder } from '../client/import-folder.ts'
import { ManifestError } from '../client/manifest.ts'
import type { OptionName, OptionValues } from '../config.ts'
import { addOptions, readOptions } from './command-options.ts'
import { type CliContext, CommandError, UsageError } from './context.ts'
import { readImportConfig } from './import-config.ts'
import { startImportOutput } from './import-output.ts'
import { readPaths } from './import-paths.ts'
import { readImportToken } from './import-token.ts'

const importOptions: readonly OptionName[] = [
  'endpoint',
  'space',
  'parent',
  'tokenFile',
  'exclude',
  'overwrite',
  'removeTitleHeading',
  'concurrency',
  'timeout',
  'manifest',
  'maxBody',
  'maxMarkdown',
  'failOn',
  'json',
]

interface ImportFlags {
  readonly title?: string
  readonly config?: string
  readonly dryRun?: boolean
  readonly resend?: boolean
  readonly prune?: boolean
}

/**
 * Add the command.
 * @param program The program.
 * @param context What it may use.
 */
export function registerImport(program: Command, context: CliContext): void {
  const command = program
    .command('import')
    .description(
      'Import Markdown files and folders over HTTP. Pages that are there are updated, unless --no-overwrite is given.',
    )
    .argument('<path...>', 'Files, folders, quoted globs; - reads one page from standard input.')
    .option('--title <title>', 'Title of the page from standard input.')
    .option('--config <file>', 'Options as JSON; by default markport.json beside the files.')
    .option('--dry-run', 'Show what would be created and updated; write nothing.')
    .option('--resend', 'Send files as well that have not changed since the last import.')
    .option('--prune', 'Ask which pages without a file are still there, and list them.')
  addOptions(command, importOptions).action((paths: string[]) => run(command, paths, context))
}

async function run(command: Command, paths: readonly string[], context: CliContext): Promise<void> {
  const flags = command.opts() as ImportFlags
  const { base, ...sources } = await readPaths(paths, flags.title, context)
  const values = readOptions(command, context.env, readImportConfig(base, flags.config))
  const target = readTarget(values)
  const isTokenFile = command.getOptionValueSource('tokenFile') === 'cli'
  const token = readImportToken(values.tokenFile, isTokenFile, context.env)
  const { overwrite = true } = values
  const isDryRun = flags.dryRun ?? false
  const output = startImportOutput(context, { isJson: values.json ?? false, isDryRun, overwrite })
  const interrupted = new AbortController()
  void context.untilStopped().then(() => interrupted.abort())
  try {
    const report = await importFolder({
      ...sources,
      ...target,
      token,
      overwrite,
      dryRun: isDryRun,
      resend: flags.resend ?? false,
      prune: flags.prune ?? false,
      exclude: values.exclude ?? [],
      removeTitleHeading: values.removeTitleHeading ?? false,
      concurrency: values.concurrency as number,
      timeoutMs: values.timeout as number,
      maxBodyBytes: values.maxBody as number,
      maxMarkdownBytes: values.maxMarkdown as number,
      ...(values.manifest === undefined ? {} : { manifestFile: values.manifest }),
      signal: interrupted.signal,
      onEvent: output.onEvent,
    })
    endWith(report, isDryRun)
  } catch (error) {
    if (error instanceof ManifestError) throw new CommandError(error.message)
    throw error
  } finally {
    output.end()
  }
}

function endWith({ counts }: FolderReport, isDryRun: boolean): void {
  const missed = counts.conflict + counts.failed + counts['not-sent']
  if (missed === 0) return
  const what = missed === 1 ? '1 page was' : `${missed} pages were`
  throw new CommandError(
    `${isDryRun ? 'an import would fail: ' : ''}${what} not imported; see above.`,
  )
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
