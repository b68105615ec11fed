/** Tells of an import all who want to know: the terminal or the log, programs, and the CI system. @module */
import { writeFileSync } from 'node:fs'
import type { FolderEvent } from '../../folder-import/folder-events.ts'
import { type CliContext, CommandError } from '../context.ts'
import { writeGithubFiles } from '../report/github-files.ts'
import { type ImportReportOptions, importReport } from '../report/import-report.ts'
import { sendReport } from '../report/send-report.ts'
import { heldWarnings, type IsOldWarning } from './held-warnings.ts'
import { type ImportOutputOptions, startImportOutput } from './import-output.ts'

export interface TellOptions extends ImportOutputOptions, ImportReportOptions {
  /** Whether a warning was told before, and is only counted. */
  readonly isOld: IsOldWarning
  /** Where the report goes, beside GitHub's own place. */
  readonly reportFile: string | undefined
  /** Whether the request to merge is told as well. */
  readonly isCommentWanted: boolean
}

export interface ImportTeller {
  onEvent(event: FolderEvent): void
  end(): void
  /**
   * Tell the request to merge, where that is wanted, once the run has ended.
   * @param signal Gives up.
   */
  comment(signal: AbortSignal): Promise<void>
}

export function tellImport(context: CliContext, options: TellOptions): ImportTeller {
  const output = startImportOutput(context, options)
  const report = importReport(options)
  const told = options.isJson ? [report] : [report, output]
  const tell = heldWarnings(options.isOld, (event) => {
    for (const one of told) one.onEvent(event)
  })
  let comment: Parameters<typeof sendReport>[0] | undefined
  return {
    end: output.end,
    onEvent(event) {
      // Programs hear of all as it comes.
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
