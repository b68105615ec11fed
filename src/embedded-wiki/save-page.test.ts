import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../database/database.ts'
import type { LedgerEntry } from '../importing/ledger/entry.ts'
import type { PageToSave, WantedPlace } from '../importing/target-wiki.ts'
import { saveTitledPage } from './save-page.ts'

test('sends the writer of the store, another thread, only what can be sent', async () => {
  const sent: unknown[] = []
  const write = async (_: unknown, input: unknown): Promise<object> => {
    sent.push(structuredClone(input))
    return { outcome: 'not-found' }
  }
  const bytes = new Uint8Array()
  const document = {
    ...{ adf: bytes, markdown: bytes, digest: '', images: [], shown: [] },
    indexed: { text: bytes, words: bytes },
  }
  const fields = { pageTitle: 'Title', labels: undefined, overwrite: false }
  const saved = await saveTitledPage(
    {
      database: { write } as unknown as Database,
      ids: { nextId: async () => 7 },
    },
    { spaceIdOrKey: 'DOCS', parentId: '1', title: 'Title', hasLeft: () => false } as WantedPlace,
    { fields, document } as unknown as PageToSave,
    {} as LedgerEntry,
  )
  assert.deepEqual([saved, sent.length], [{ outcome: 'not-found' }, 1])
})
