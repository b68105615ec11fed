/** Tells of an import all who want to know: the terminal or the log, programs, and the CI system. @module */
import { writeFileSync } from 'node:fs'
import type { FolderEvent } from '../../folder-import/folder-events.ts'
import { type CliContext, CommandError } from '../context.ts'
import { writeGithubFiles } from './github-files.ts'
import { heldWarnings, type IsOldWarning } from './held-warnings.ts'
import { type ImportOutputOptions, startImportOutput } from './import-output.ts'
import { type ImportReportOptions, importReport } from './import-report.ts'

export interface TellOptions extends ImportOutputOptions, ImportReportOptions {
  /** Whether a warning was told before, and is only counted. */
  readonly isOld: IsOldWarning
  /** Where the summary goes, beside GitHub's own place. */
  readonly summaryFile: string | undefined
}

export function tellImport(
  context: CliContext,
  options: TellOptions,
): { onEvent(event: FolderEvent): void; end(): void } {
  const output = startImportOutput(context, options)
  const report = importReport(options)
  const told = options.isJson ? [report] : [report, output]
  const tell = heldWarnings(options.isOld, (event) => {
    for (const one of told) one.onEvent(event)
  })
  return {
    end: output.end,
    onEvent(event) {
      // Programs hear of all as it comes.
      if (options.isJson) output.onEvent(event)
      tell(event)
      if (event.type !== 'summary') return
      const markdown = report.toMarkdown(event, context.clock())
      writeGithubFiles(event, markdown, context)
      if (options.summaryFile !== undefined) writeSummary(options.summaryFile, markdown)
    },
  }
}

function writeSummary(file: string, markdown: string): void {
  try {
    writeFileSync(file, markdown)
  } catch (cause) {
    throw new CommandError(`--summary: ${(cause as Error).message}.`, { cause })
  }
}
