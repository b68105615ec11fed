/** Judges which pages of a source go when its run ends. @module */
import type { AnswerPrunedPage, ClosingAnswer, ReasonToStay } from '../../contract/answers.ts'

/** A page that a source has imported; only pages outside the trash are judged. */
export interface SourcePage {
  readonly pageId: string
  readonly title: string
  /** Undefined once another page was made of its file. */
  readonly path: string | undefined
  readonly isKept: boolean
  readonly isMadeHere: boolean
  readonly isEdited: boolean
  readonly run: string
  readonly importedAt: number
}

export interface EndedRun {
  readonly paths: ReadonlySet<string>
  readonly run: string
  /** When its first import came; undefined where it had none. */
  readonly beganAt: number | undefined
}

export type JudgedPages = Pick<ClosingAnswer, 'trashed' | 'kept'>

/** The pages whose file is gone: all others stay without a word. */
export function pagesWithoutFile(
  pages: readonly SourcePage[],
  { paths }: Pick<EndedRun, 'paths'>,
): SourcePage[] {
  return pages.filter(({ path }) => path === undefined || !paths.has(path))
}

/**
 * Judge the pages without a file, as far as they themselves say.
 * @returns Undefined for one that may go.
 */
export function reasonToStay(
  page: SourcePage,
  { run, beganAt }: EndedRun,
): ReasonToStay | undefined {
  if (!page.isKept) return 'taken-over'
  if (!page.isMadeHere) return 'not-made-here'
  const isLater = beganAt !== undefined && page.importedAt > beganAt
  if (page.run !== run && isLater) return 'newer-run'
  return page.isEdited ? 'edited' : undefined
}

/**
 * Keep the pages above those that stay.
 * @param reasons Of each page without a file, by id.
 * @param children The ids of the pages below each of those that may go.
 */
export function judgePages(
  pages: readonly SourcePage[],
  reasons: ReadonlyMap<string, ReasonToStay | undefined>,
  children: ReadonlyMap<string, readonly string[]>,
): JudgedPages {
  const judged = new Map(reasons)
  const goes = (id: string): boolean => judged.has(id) && judged.get(id) === undefined
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const { pageId } of pages) {
      if (!goes(pageId) || (children.get(pageId) ?? []).every(goes)) continue
      judged.set(pageId, 'holds-others')
      isChanged = true
    }
  }
  const trashed: AnswerPrunedPage[] = []
  const kept: JudgedPages['kept'][number][] = []
  for (const { path = null, pageId, title } of pages) {
    const why = judged.get(pageId)
    if (why === undefined) trashed.push({ path, pageId, title })
    else kept.push({ path, pageId, title, why })
  }
  return { trashed, kept }
}
