/** Tells notices of this run apart from those that the last import had too. @module */
import { unlessFailed } from '../client/import-error.ts'
import { readEdits } from '../client/service-requests.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import type { Notice } from '../notices.ts'
import type { FolderRun } from './folder-run.ts'
import type { RunPage } from './run-pages.ts'

/** Read what the last import sent, before this run replaces it. */
export async function readImportedLines(
  { settings, source, store }: FolderRun,
  page: RunPage,
  { notices, isComplete }: BuiltPage,
): Promise<void> {
  const path = page.record?.path
  if (typeof path !== 'string' || source === undefined || page.importedLines !== undefined) return
  // A page whose links wait for other pages may be sent again, and may have notices only then. Dry runs
  // and previews ask less, because the service may have to fetch edited pages from a connected site.
  const changesNothing = settings.dryRun || settings.previewUrl !== undefined
  const isSentOnce = isComplete && (changesNothing || !page.hasOpenLinks)
  if (isSentOnce && !notices.some(hasLine)) return
  const edits = await unlessFailed(readEdits(store, settings.spaceId, { name: source, path }))
  page.importedLines =
    edits === undefined ? 'unknown' : new Set(edits.markdown.split('\n').map(withoutResolved))
}

/** A notice is old if its lines of the file are unchanged since the last import. */
export function findNewNotices(
  { record, importedLines }: RunPage,
  { notices, content, lineInFile }: BuiltPage,
): ReadonlySet<Notice> {
  if (typeof record?.path !== 'string') return new Set(notices)
  if (importedLines === undefined || importedLines === 'unknown') return new Set()
  const lines = content.split('\n').map((text, index) => ({ text, line: lineInFile(index + 1) }))
  const linesNow = Map.groupBy(lines, ({ line }) => line)
  const isOld = ({ line }: Notice): boolean =>
    (linesNow.get(line) ?? []).every(({ text }) => importedLines.has(withoutResolved(text)))
  return new Set(notices.filter((notice) => hasLine(notice) && !isOld(notice)))
}

function hasLine({ line }: Notice): boolean {
  return line > 0
}

/** Addresses of pages, files and commits change without the line of the file having changed. */
function withoutResolved(line: string): string {
  return line.replace(/\]\((?:[a-z]+:|spaces\/)[^)\]]*\)/gi, ']()').trim()
}
