/** Trashes or archives pages that no file of their source stands for any more. @module */

import type { ReasonToStay } from '../../../contract/answers.ts'
import { runBounded } from '../../../contract/base/run-bounded.ts'
import {
  beginOfRun,
  judgePages,
  pagesWithoutFile,
  reasonToStay,
  type SourcePage,
} from '../../../wiki/import/sources/source-pages.ts'
import type { ClosedSource, WantedClosing } from '../../../wiki/import/target-wiki.ts'
import type { RemotePageHead } from '../../site.ts'
import {
  type ConnectedSourcesParts,
  isEdited,
  readSourceRows,
  type SourceRow,
  type SourceSpace,
  takeAway,
} from './source-space.ts'

/** Comments and children are asked for page by page. */
const pagesAtOnce = 4

export async function pruneSource(
  parts: ConnectedSourcesParts,
  space: SourceSpace,
  request: WantedClosing,
  paths: ReadonlySet<string>,
): Promise<Pick<ClosedSource, 'trashed' | 'kept'>> {
  const { database } = parts
  const { name, run, writer } = request
  const rows = await readSourceRows(database, space.spaceId, name, 0)
  const rowsWithoutFile = rows.filter(({ path }) => path === '' || !paths.has(path))
  const remotePages = await space.findPages(rowsWithoutFile.map(({ page_id: id }) => String(id)))
  const [runRow] = await database.read<{ began_at: number | null }>(
    beginOfRun(space.spaceId, { userId: writer.userId, run }),
  )
  const beganAt = runRow?.began_at === null ? undefined : Number(runRow?.began_at)
  const pages = pagesWithoutFile(
    rowsWithoutFile.flatMap(
      (row) => toSourcePage(row, remotePages.get(String(row.page_id)), space) ?? [],
    ),
    { paths },
  )
  const reasons = new Map<string, ReasonToStay | undefined>()
  const children = new Map<string, readonly string[]>()
  await runBounded(pages, pagesAtOnce, async (page) => {
    const { pageId } = page
    const reason = reasonToStay(page, { paths, run, beganAt })
    const isDiscussed =
      reason === undefined && (await space.ask((site) => site.hasComments(pageId)))
    reasons.set(pageId, isDiscussed ? 'commented' : reason)
    if (reason !== undefined || isDiscussed) return
    children.set(pageId, await space.ask((site) => site.listChildIds(pageId)))
  })
  const judged = judgePages(pages, reasons, children)
  if (request.dryRun) return judged
  const trashed = []
  const keptPages = [...judged.kept]
  for (const page of childrenFirst(judged.trashed, children)) {
    const { pageId } = page
    // Somebody may have edited the page while the others were judged.
    const current = (await space.findPages([pageId])).get(pageId)
    if (current === undefined) continue
    if (current.version.number !== remotePages.get(pageId)?.version.number) {
      keptPages.push({ ...page, why: 'edited' })
    } else {
      await takeAway(parts, space, pageId, request)
      trashed.push(page)
    }
  }
  return { trashed, kept: keptPages }
}

function toSourcePage(
  row: SourceRow,
  page: RemotePageHead | undefined,
  { connection }: SourceSpace,
): SourcePage | undefined {
  if (page === undefined) return undefined
  const keepsTheirs = connection.policies.edits === 'keep-theirs'
  const hasTheirs = keepsTheirs && (row.remarks ?? '').includes('"edited-there"')
  return {
    pageId: page.id,
    title: page.title,
    path: row.path === '' ? undefined : row.path,
    isKept: row.is_keeper === 1,
    isMadeHere: row.is_maker === 1,
    isEdited: hasTheirs || isEdited(row, page),
    run: row.run,
    importedAt: row.imported_at,
  }
}

function childrenFirst<Page extends { readonly pageId: string }>(
  pages: readonly Page[],
  children: ReadonlyMap<string, readonly string[]>,
): Page[] {
  const byId = new Map(pages.map((page) => [page.pageId, page]))
  const sorted = new Set<Page>()
  const visit = (page: Page): void => {
    for (const id of children.get(page.pageId) ?? []) {
      const child = byId.get(id)
      if (child !== undefined) visit(child)
    }
    sorted.add(page)
  }
  for (const page of pages) visit(page)
  return [...sorted]
}
