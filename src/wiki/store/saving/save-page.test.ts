import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestAuth } from '../../../../test/support/store/test-auth.ts'
import { forEachEngine } from '../../../../test/support/store/test-engines.ts'
import type { Clock } from '../../../accounts/audit.ts'
import type { Database } from '../../../store/database.ts'
import { dialects } from '../../../store/dialects.ts'
import type { IdAllocator } from '../../../store/ids.ts'
import { sql } from '../../../store/sql.ts'
import type { Space } from '../../import/target-wiki.ts'
import { createSpace } from '../create-space.ts'
import { type SavePageInput, savePage } from './save-page.ts'

forEachEngine((open) => {
  let database: Database
  let ids: IdAllocator
  let clock: Clock
  let space: Space
  let userId: number

  before(async () => {
    ;({ database, ids, clock, administratorId: userId } = await openTestAuth(open))
    space = await createSpace({ database, ids, clock }, { key: 'DOCS', name: 'Docs', userId })
  })

  const inputOf = async (title: string, word: string): Promise<SavePageInput> => {
    const [importId, newPageId] = [await ids.nextId(), await ids.nextId()]
    const bytes = Buffer.from(word)
    const writer = { userId }
    const place = { spaceId: 'docs', parentId: space.homepageId, pageTitle: title }
    return {
      entry: {
        importId,
        spaceSent: space.id,
        parentId: space.homepageId,
        title,
        userId,
        apiTokenId: 0,
        requestId: title,
        run: '',
        via: 'import',
        tokenName: 'robot',
        warnings: '[]',
        startedAt: Date.now(),
        now: Date.now(),
        idempotency: null,
      },
      fields: { ...place, overwrite: true, dryRun: false, removeTitleHeading: true },
      document: {
        markdown: bytes,
        adf: bytes,
        indexed: { text: bytes, headings: Buffer.alloc(0), words: wordsOf(title, word) },
        digest: word,
        shown: [],
        references: [],
        warnings: [],
        images: [],
      },
      writer,
      lookup: {
        space: { spaceIdOrKey: 'docs', writer },
        parentId: Number(space.homepageId),
        titleKey: title,
        pageId: null,
      },
      newPageId,
    }
  }
  const wordsOf = (title: string, word: string): Buffer<ArrayBuffer> =>
    Buffer.from(dialects[database.engine].search.wordsOf({ title, headings: '', text: word }))
  const find = async (word: string): Promise<number[]> => {
    const asked = {
      words: [{ text: word, isPrefix: false }],
      spaceIds: undefined,
      label: undefined,
    }
    const { search } = dialects[database.engine]
    const rows = await database.read<{ id: number }>(
      search.find({ ...asked, pages: sql`pages`, condition: sql`1 = 1`, most: { text: 9 } }),
    )
    return rows.map(({ id }) => id)
  }

  test('indexes the last of several versions that were written at once, wherever its page went', async () => {
    const inputs = await Promise.all([
      inputOf('At once', 'firstword'),
      inputOf('At once', 'lastword'),
      inputOf('New parent', 'parentword'),
      inputOf('At once', 'lastword'),
    ])
    const [first, last, parent, moved] = inputs as [
      SavePageInput,
      SavePageInput,
      SavePageInput,
      SavePageInput,
    ]
    const place = { pageId: first.newPageId, parentId: parent.newPageId }
    const lookup = { ...moved.lookup, ...place }
    await database.write(savePage, parent)
    if (database.engine === 'sqlite') {
      await Promise.all([
        database.write(savePage, first),
        database.write(savePage, last),
        database.write(savePage, { ...moved, lookup }),
      ])
    } else {
      await database.write(savePage, first)
      await database.write(savePage, last)
    }
    assert.deepEqual(await find('firstword'), [])
    assert.deepEqual(await find('lastword'), [first.newPageId])
  })
})
