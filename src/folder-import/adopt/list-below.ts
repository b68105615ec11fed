/** Lists the pages below one, however deep, and reads what they say. @module */
import { runBounded } from '../../base/run-bounded.ts'
import type { WikiReader } from '../../http-client/wiki-reader.ts'
import type { TherePage } from './match-pages.ts'
import { pageText } from './page-text.ts'

const atOnce = 4

/** Where pages are read. */
export interface ReadSpace {
  readonly wiki: Pick<WikiReader, 'listChildren' | 'readBody'>
  readonly spaceId: string
  /** Told how many pages were looked at. */
  onProgress(pages: number): void
}

/**
 * List all pages below one; each is asked for those below it.
 * @throws {ImportError} When the service cannot tell.
 */
export async function listBelow(
  { wiki, spaceId, onProgress }: ReadSpace,
  topId: string,
): Promise<readonly TherePage[]> {
  const found = new Map<string, TherePage>()
  let looked = 0
  await runBounded([topId], atOnce, async (parentId, add) => {
    const children = await wiki.listChildren(parentId, spaceId)
    // Somebody may move a page meanwhile, so that it is met twice.
    const fresh = children.filter(
      ({ id, status }) => status === 'current' && id !== topId && !found.has(id),
    )
    for (const { id, title } of fresh) found.set(id, { id, title, parentId })
    looked += 1
    onProgress(looked)
    add(fresh.map(({ id }) => id))
  })
  return [...found.values()]
}

/**
 * Read what pages say; what is gone meanwhile is left out.
 * @throws {ImportError} When the service cannot tell.
 */
export async function readTexts(
  { wiki, spaceId, onProgress }: ReadSpace,
  pages: readonly TherePage[],
): Promise<ReadonlyMap<TherePage, string>> {
  const texts = new Map<TherePage, string>()
  let looked = 0
  await runBounded(pages, atOnce, async (page) => {
    const body = await wiki.readBody(page.id, spaceId)
    if (body !== undefined) texts.set(page, pageText(body))
    looked += 1
    onProgress(looked)
  })
  return texts
}
