/** Writes pages straight into a store, as imports do, where a test has no service. @module */
import assert from 'node:assert/strict'
import type { Database } from '../../../src/database/database.ts'
import type { IdAllocator } from '../../../src/database/ids.ts'
import { titleKey } from '../../../src/embedded-wiki/store/page-place.ts'
import {
  type SaveImportResult,
  saveImport,
} from '../../../src/embedded-wiki/store/saving/save-import.ts'
import {
  type SaveNamedImportInput,
  type SaveNamedImportResult,
  saveNamedImport,
} from '../../../src/embedded-wiki/store/saving/save-named-import.ts'
import { extractDocument } from '../../../src/embedded-wiki/store/saving/storable-document.ts'

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
): Promise<SaveImportResult> {
  return database.write(saveImport, {
    ...(await pageToWrite(database, ids, page)),
    overwrite: page.overwrite ?? true,
    space: { spaceIdOrKey: page.spaceId, writer: { userId: page.userId } },
    newPageId: await ids.nextId(),
  })
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
): Promise<SaveNamedImportResult> {
  return database.write(saveNamedImport, {
    ...(await pageToWrite(database, ids, page)),
    pageId: Number(pageId),
    ifMatch: version === undefined ? undefined : [version],
  })
}

async function pageToWrite(
  { engine }: Pick<Database, 'engine'>,
  ids: IdAllocator,
  page: TestPage,
): Promise<Omit<SaveNamedImportInput, 'pageId' | 'ifMatch'>> {
  const { spaceId, parentId, title, userId, position = null, adf = emptyAdf } = page
  saves += 1
  const { digest = `save ${saves}` } = page
  const now = Date.now()
  return {
    entry: {
      importId: await ids.nextId(),
      spaceId: Number(spaceId),
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
    parentId: Number(parentId),
    titleKey: titleKey(title),
    markdown: title,
    adf,
    indexed: extractDocument({ title, adf: Buffer.from(adf) }, engine).indexed,
    attachments: [],
    digest,
    labels: null,
    position,
    navigationTitle: null,
    sourceUrl: null,
    overwrite: true,
  }
}

const emptyAdf = '{"version":1,"type":"doc","content":[{"type":"paragraph"}]}'
