/** Writes pages straight into a store, as imports do, where a test has no service. @module */
import assert from 'node:assert/strict'
import type { Database } from '../../../src/store/database.ts'
import type { IdAllocator } from '../../../src/store/ids.ts'
import { titleKey } from '../../../src/wiki/store/page-place.ts'
import {
  type SavePageInput,
  type SavePageResult,
  savePage as savePageInStore,
} from '../../../src/wiki/store/saving/save-page.ts'
import { extractDocument } from '../../../src/wiki/store/saving/storable-document.ts'

export interface TestPage {
  readonly spaceId: string
  readonly parentId: string
  readonly title: string
  readonly userId: number
  readonly adf?: string
  readonly position?: number
  readonly digest?: string
}

let saves = 0

export async function savePage(
  database: Database,
  ids: IdAllocator,
  page: TestPage & { readonly overwrite?: boolean },
): Promise<SavePageResult> {
  return database.write(savePageInStore, await pageToSave(database, ids, page))
}

export async function createTestPage(
  database: Database,
  ids: IdAllocator,
  page: TestPage,
): Promise<string> {
  const result = await savePage(database, ids, { ...page, overwrite: false })
  assert.ok('pageId' in result, result.outcome)
  return String(result.pageId)
}

export async function updateTestPage(
  database: Database,
  ids: IdAllocator,
  { pageId, version, ...page }: TestPage & { readonly pageId: string; readonly version?: number },
): Promise<SavePageResult> {
  const input = await pageToSave(database, ids, page)
  return database.write(savePageInStore, {
    ...input,
    lookup: { ...input.lookup, pageId: Number(pageId) },
    ifMatch: version === undefined ? undefined : [version],
  })
}

async function pageToSave(
  { engine }: Pick<Database, 'engine'>,
  ids: IdAllocator,
  page: TestPage & { readonly overwrite?: boolean },
): Promise<SavePageInput> {
  const { spaceId, parentId, title, userId, position, adf = emptyAdf } = page
  saves += 1
  const { digest = `save ${saves}`, overwrite = true } = page
  const now = Date.now()
  const writer = { userId }
  const { text, headings, words } = extractDocument({ title, adf: [adf] }, engine).indexed
  const place = { spaceId, parentId, pageTitle: title, pageId: undefined, position }
  return {
    entry: {
      importId: await ids.nextId(),
      spaceSent: spaceId,
      parentId,
      title,
      userId,
      apiTokenId: 0,
      requestId: title,
      run: '',
      warnings: '[]',
      startedAt: now,
      now,
      idempotency: null,
      via: 'import',
      tokenName: '',
    },
    fields: { ...place, overwrite, dryRun: false, removeTitleHeading: true },
    document: {
      markdown: Buffer.from(title),
      adf: Buffer.from(adf),
      indexed: {
        text: Buffer.from(text),
        headings: Buffer.from(headings),
        words: Buffer.from(words),
      },
      digest,
      shown: [],
      references: [],
      warnings: [],
      images: [],
    },
    writer,
    lookup: {
      space: { spaceIdOrKey: spaceId, writer },
      parentId: Number(parentId),
      titleKey: titleKey(title),
      pageId: null,
    },
    newPageId: await ids.nextId(),
  }
}

const emptyAdf = '{"version":1,"type":"doc","content":[{"type":"paragraph"}]}'
