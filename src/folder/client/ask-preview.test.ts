/** The name of a preview never leads to another address of the service. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askPreview, previewEndpoint } from './ask-preview.ts'

const endpoint = 'http://127.0.0.1:9/wiki/apps/a/e/webtrigger'

test('names that cannot be one are refused before anything is sent', async () => {
  const asked = { endpoint, token: 'none', timeoutMs: 1_000 }
  for (const name of ['', '.', '..', '../x', 'a/b', 'a b', '%2e%2e', 'é', 'a'.repeat(65)]) {
    const isRefusal = { key: 'bad-request', message: /^The name of a preview is 1 to 64/ }
    assert.throws(() => previewEndpoint(endpoint, name), isRefusal, name)
    await assert.rejects(askPreview(asked, name, 'end', { spaceId: '1' }), isRefusal, name)
  }
  const named = 'http://127.0.0.1:9/wiki/apps/a/e/previews/pr-1/webtrigger'
  assert.equal(previewEndpoint(endpoint, 'pr-1'), named)
})
