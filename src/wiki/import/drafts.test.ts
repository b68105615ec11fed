import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestAuth } from '../../../test/support/store/test-auth.ts'
import { forEachEngine } from '../../../test/support/store/test-engines.ts'
import { draftsOf } from './drafts.ts'

forEachEngine((open) => {
  test('a draft is kept whatever was typed, also what PostgreSQL refuses', async () => {
    const { database, clock, administratorId } = await openTestAuth(open)
    const drafts = draftsOf<{ title: string }>(database, clock)
    const draft = { fields: { title: 'a\ud800' }, markdown: 'b\0c \udc00', images: '[]' }
    await drafts.keep(administratorId, '', draft)
    assert.equal((await drafts.find(administratorId, ''))?.markdown, 'b\ufffdc \ufffd')
  })
})
