/** `markport pull`: turns edits in the wiki into a patch of the files. @module */
import type { Command } from 'commander'
import { structuredPatch } from 'diff'
import { counted } from '../../contract/base/visible-text.ts'
import type { OptionName } from '../../contract/options/option-table.ts'
import { ImportError } from '../../folder/client/import-error.ts'
import { type PulledFile, type PullReport, pullFolder } from '../../folder/pull/pull-folder.ts'
import type { RefusedEdit } from '../../folder/pull/take-edits.ts'
import { addOptions } from '../command-options.ts'
import { type CliContext, CommandError, stopSignal } from '../context.ts'
import { placeOf } from './import-output.ts'
import { readImportTarget, readPaths } from './import-target.ts'

const pullOptions: readonly OptionName[] = [
  'endpoint',
  'space',
  'parent',
  'tokenFile',
  'source',
  'timeout',
  'fileTimeout',
  'json',
]

export function registerPull(program: Command, context: CliContext): void {
  const command = program
    .command('pull')
    .description(
      'Print what people edited in the wiki since the last import, as a patch of the files.',
    )
    .argument('<path...>', 'Files and folders that were imported.')
    .option('--config <file>', 'Options as JSON; by default markport.json beside the files.')
  addOptions(command, pullOptions).action((paths: string[]) => run(command, paths, context))
}

async function run(command: Command, paths: readonly string[], context: CliContext): Promise<void> {
  const { config } = command.opts() as { config?: string }
  const { base, ...sources } = readPaths(paths)
  const { values, readPlace } = readImportTarget(command, context, { base, config })
  const { endpoint, space, token } = readPlace(['endpoint', 'space'])
  const signal = stopSignal(context)
  let report: PullReport
  try {
    report = await pullFolder({
      ...sources,
      endpoint,
      spaceId: space,
      parentId: values.parent,
      token,
      source: values.source,
      signal,
      timeoutMs: values.timeout as number,
      fileTimeoutMs: values.fileTimeout as number,
    })
  } catch (error) {
    if (signal.aborted) throw new CommandError('the command was interrupted.')
    throw error instanceof ImportError ? new CommandError(error.message) : error
  }
  if (report.pages === 0) {
    throw new CommandError(
      `the source ${report.source} has no pages of these files there. Name another with --source.`,
    )
  }
  tell(report, values.json ?? false, context)
}

function tell(
  { pages, files, failures }: PullReport,
  isJson: boolean,
  { stdout, stderr }: CliContext,
): void {
  for (const file of files) {
    const patch = unifiedDiff(file.file, file.before, file.text)
    if (isJson) stdout.json(fileJson(file, patch))
    else {
      stderr.lines(linesAbout(file))
      if (patch.length > 0) stdout.document(patch.join('\n'))
    }
  }
  const refusedCount = files.reduce((sum, file) => sum + file.refused.length, 0)
  if (isJson) {
    const taken = files.reduce((sum, file) => sum + file.taken.length, 0)
    const counts = { edited: files.length, taken, refused: refusedCount }
    stdout.json({ type: 'summary', pages, ...counts, failed: failures })
  } else {
    for (const { file, message } of failures)
      stderr.line({ color: 'red', text: `${file}:` }, ` ${message}`)
    if (files.length === 0 && failures.length === 0) {
      stderr.line(`Nothing was edited there: ${counted(pages, 'page')} looked at.`)
    }
  }
  if (refusedCount + failures.length > 0) {
    const parts = [
      ...(refusedCount > 0 ? [`${counted(refusedCount, 'edit')} not taken`] : []),
      ...(failures.length > 0 ? [`${counted(failures.length, 'page')} failed`] : []),
    ]
    throw new CommandError(`${parts.join(', ')}; see above.`)
  }
}

function linesAbout({ file, by, at, version, taken, refused }: PulledFile): string[] {
  return [
    `${file}: edited by ${by} on ${at}, version ${version}.`,
    ...taken.flatMap(({ edit, line }) =>
      edit.isRough
        ? [`${placeOf(file, line)} Not all of the look of this edit is in the patch.`]
        : [],
    ),
    ...refused.flatMap((edit) => refusedLines(file, edit)),
  ]
}

/** Show refused edits completely, because they must be applied by hand. */
function refusedLines(file: string, { edit, line, reason }: RefusedEdit): string[] {
  const quoteLines = (sign: string, text: string): string[] =>
    text === '' ? [] : text.split('\n').map((line) => `  ${sign} ${line}`)
  return [
    `${placeOf(file, line)} An edit is not taken: ${reason}. Edit the file by hand:`,
    ...quoteLines('-', edit.before),
    ...quoteLines('+', edit.after),
  ]
}

function fileJson(file: PulledFile, patch: readonly string[]): object {
  const { pageId, version, by, at, taken, refused } = file
  const edits = [...taken, ...refused].map(({ edit, line, ...rest }) => {
    const { before, after, isRough = false } = edit
    return { line, before, after, isRough, isTaken: !('reason' in rest), ...rest }
  })
  return {
    type: 'file',
    file: file.file,
    page: { id: pageId, version },
    by,
    at,
    edits,
    patch: patch.length === 0 ? '' : `${patch.join('\n')}\n`,
  }
}

function unifiedDiff(file: string, before: string, after: string): string[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 3 })
  if (hunks.length === 0) return []
  const path = file.replaceAll('\\', '/')
  return [
    `--- ${quotedName(`a/${path}`)}`,
    `+++ ${quotedName(`b/${path}`)}`,
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      ...lines,
    ]),
  ]
}

/** Quote a name as Git does, where it has special characters. */
function quotedName(path: string): string {
  if (!/[\u0000-\u001f\u007f"\\]/.test(path)) return path
  const escaped = path.replace(/[\u0000-\u001f\u007f"\\]/g, (character) => {
    if (character === '"' || character === '\\') return `\\${character}`
    return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`
  })
  return `"${escaped}"`
}
