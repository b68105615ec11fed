/** Tells which notices about a file are new since the last import of it. @module */
import { ImportError } from '../client/exchange.ts'
import { readEdits } from '../client/sources.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import type { Notice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'

/** The last import had a notice already if the lines it is about are unchanged since. */
export async function findNewNotices(
  { pages, settings, source, store }: FolderRun,
  node: PageNode,
  { notices, content, lineInFile }: BuiltPage,
): Promise<ReadonlySet<Notice>> {
  const path = pages.of(node).record?.path
  const noticesWithLine = notices.filter(({ line }) => line > 0)
  if (path === undefined || path === null || source === undefined) return new Set(notices)
  if (noticesWithLine.length === 0) return new Set()
  try {
    const { markdown } = await readEdits(store, settings.spaceId, { name: source, path })
    const importedLines = new Set(markdown.split('\n').map(withoutAddresses))
    const linesNow = new Map<number, string[]>()
    for (const [index, line] of content.split('\n').entries()) {
      const fileLine = lineInFile(index + 1)
      linesNow.set(fileLine, [...(linesNow.get(fileLine) ?? []), withoutAddresses(line)])
    }
    const isOld = ({ line }: Notice): boolean =>
      (linesNow.get(line) ?? []).every((text) => importedLines.has(text))
    return new Set(noticesWithLine.filter((notice) => !isOld(notice)))
  } catch (error) {
    // Whether a notice is new decides nothing that could be lost.
    if (error instanceof ImportError) return new Set()
    throw error
  }
}

/** Addresses of other pages change without the line having changed. */
function withoutAddresses(line: string): string {
  return line.replace(/\]\([^)]*\)/g, ']()').trim()
}
