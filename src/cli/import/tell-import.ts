/** Tells of an import all who want to know: the terminal or the log, programs, and the CI system. @module */
import { writeFileSync } from 'node:fs'
import { type CliContext, CommandError } from '../context.ts'
import { writeGithubFiles } from './github-files.ts'
import { type ImportOutput, type ImportOutputOptions, startImportOutput } from './import-output.ts'
import { type ImportReportOptions, importReport } from './import-report.ts'

export interface TellOptions extends ImportOutputOptions, ImportReportOptions {
  /** Where the summary goes, beside GitHub's own place. */
  readonly summaryFile: string | undefined
}

export function tellImport(context: CliContext, options: TellOptions): ImportOutput {
  const output = startImportOutput(context, options)
  const report = importReport(options)
  return {
    end: output.end,
    onEvent(event) {
      report.onEvent(event)
      output.onEvent(event)
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
