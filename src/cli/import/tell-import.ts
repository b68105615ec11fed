/** Reports an import to the terminal, to programs and to the CI system. @module */
import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { counted } from '../../contract/base/visible-text.ts'
import type { OptionValues } from '../../contract/options/option-table.ts'
import { isInside } from '../../folder/files/tree-paths.ts'
import type { FileWarning, FolderEvent } from '../../folder/folder-events.ts'
import { isWarningCode } from '../../folder/service-warnings.ts'
import { type CliContext, CommandError, UsageError } from '../context.ts'
import { findCiJob, writeGithubFiles } from '../report/ci-job.ts'
import { type ImportReportOptions, importReport } from '../report/import-report.ts'
import { sendReport } from '../report/send-report.ts'
import { type ImportOutputOptions, startImportOutput } from './import-output.ts'
import { heldWarnings, type ImportMode, type IsOldWarning } from './import-summary.ts'

interface TellOptions extends ImportOutputOptions, ImportReportOptions {
  readonly isOld: IsOldWarning
  readonly reportFile: string | undefined
  readonly isCommentWanted: boolean
}

export interface ImportTeller {
  onEvent(event: FolderEvent): void
  end(): void
  comment(signal: AbortSignal): Promise<void>
}

export function tellImport(context: CliContext, options: TellOptions): ImportTeller {
  const output = startImportOutput(context, options)
  const report = importReport(options)
  const listeners = options.isJson ? [report] : [report, output]
  const tell = heldWarnings(options.isOld, (event) => {
    for (const listener of listeners) listener.onEvent(event)
  })
  let comment: Parameters<typeof sendReport>[0] | undefined
  return {
    end: output.end,
    onEvent(event) {
      // Programs receive all events immediately.
      if (options.isJson) output.onEvent(event)
      tell(event)
      if (event.type !== 'summary') return
      const text = report.toMarkdown(event, context.clock())
      comment = { marker: report.marker, text, isNewWanted: report.hasNews(event) }
      writeGithubFiles(event, text, context)
      if (options.reportFile !== undefined) writeReport(options.reportFile, text)
    },
    async comment(signal) {
      if (comment !== undefined && options.isCommentWanted) {
        await sendReport(comment, options.job?.request, context, signal)
      }
    },
  }
}

function writeReport(file: string, markdown: string): void {
  try {
    writeFileSync(file, markdown)
  } catch (cause) {
    throw new CommandError(`--report: ${(cause as Error).message}.`, { cause })
  }
}

interface ReportedRun {
  readonly mode: ImportMode
  readonly paths: readonly string[]
  readonly base: string
  readonly values: OptionValues
  readonly failing: FailOn
  readonly isAnybodyAsked: boolean
  /** Tokens that must not be shown. */
  readonly secrets: readonly string[]
}

export function tellOptions(run: ReportedRun, { env }: CliContext): TellOptions {
  const { mode, paths, base, values, failing, isAnybodyAsked } = run
  const { warnings: level = 'lost', endpoint, space, parent } = values
  const pathOf = repositoryPaths(base, env)
  const { isSerious } = failing
  const isOld: IsOldWarning = (warning, outcome) =>
    level !== 'all' && outcome === 'unchanged' && warning.isNew !== true && !isSerious(warning)
  const job = findCiJob(env)
  return {
    mode,
    isJson: values.json ?? false,
    isOld: mode === 'check' ? ({ isNew }) => failing.isNewWanted && isNew === false : isOld,
    isAnybodyAsked,
    isShown: (warning: FileWarning) =>
      level === 'all' || level === warning.severity || isSerious(warning),
    areOthersNamed: level !== 'none',
    pathOf,
    target: { paths: paths.map((path) => pathOf(path) || path), endpoint, space, parent },
    job,
    sourceUrl: values.sourceUrl,
    secrets: [...run.secrets, env[job?.request?.tokenName ?? ''] ?? ''],
    reportFile: values.report?.file,
    isCommentWanted: values.comment ?? false,
  }
}

export interface FailOn {
  /** Whether only new warnings are to fail. */
  readonly isNewWanted: boolean
  isSerious(warning: FileWarning): boolean
  onEvent(event: FolderEvent): void
  /** @throws {CommandError} When there was a warning to fail on. */
  end(): void
}

const failWords: ReadonlySet<string> = new Set(['lost', 'changed', 'note', 'all', 'new'])

/**
 * @param names Codes, severities and `all`; `new` limits them to new warnings.
 * @throws {UsageError} For unknown words, since such a check would always pass.
 */
export function failOn(names: readonly string[]): FailOn {
  for (const name of names) {
    if (failWords.has(name) || isWarningCode(name)) continue
    throw new UsageError(
      `--fail-on: ${JSON.stringify(name)} is no code of a warning; use one that a run prints, or lost, changed, note, all or new.`,
    )
  }
  const isNewWanted = names.includes('new')
  const otherNames = names.filter((name) => name !== 'new')
  const kinds = names.length > 0 && otherNames.length === 0 ? ['lost'] : otherNames
  const isSerious = (warning: FileWarning): boolean =>
    (!isNewWanted || warning.isNew === true) &&
    [warning.code, warning.severity, 'all'].some((name) => kinds.includes(name))
  let seriousCount = 0
  return {
    isNewWanted,
    isSerious,
    onEvent(event) {
      if (event.type === 'warning' && isSerious(event)) seriousCount += 1
    },
    end() {
      if (seriousCount === 0) return
      throw new CommandError(`the check failed for ${counted(seriousCount, 'warning')}; see above.`)
    },
  }
}

/**
 * Give paths from the repository's root, or from GitHub's workspace; undefined for files outside.
 */
function repositoryPaths(
  base: string,
  env: Readonly<Record<string, string | undefined>>,
): (file: string) => string | undefined {
  const top = findTop(base) ?? env.GITHUB_WORKSPACE
  return (file) => {
    const path = resolve(file)
    if (!top || !isInside(path, top)) return undefined
    return relative(top, path).split(sep).join('/')
  }
}

function findTop(base: string): string | undefined {
  for (let folder = base; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder
    if (dirname(folder) === folder) return undefined
  }
}
