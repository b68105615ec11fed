/** Bodies planned by real workers. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RequestError } from '../src/base/errors.ts'
import { bodyWork } from '../src/confluence/body/body-work.ts'
import type { BodyWanted } from '../src/confluence/body/page-body.ts'
import { planBody } from '../src/confluence/body/plan-body.ts'
import { workersOf } from '../src/isolation/workers.ts'
import { testPool } from './support/service/test-workers.ts'

const work = bodyWork(workersOf(testPool, 3_000))

const page = (...texts: string[]) =>
  JSON.stringify({
    ...{ version: 1, type: 'doc' },
    content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  })

const wanted: BodyWanted = {
  ...{ kind: 'cloud', baseUrl: 'https://acme.atlassian.net/wiki', pageId: '7', files: [] },
  settings: { diagramMacros: {}, formulaMacros: undefined },
  ...{ adf: page('one', 'two 🎉'), theirs: undefined, base: undefined },
  ...{ edits: 'keep-theirs', comments: [] },
}

test('a worker plans what the function plans, whichever bodies there are', async () => {
  const bodies: Pick<BodyWanted, 'theirs' | 'base'>[] = [
    { theirs: undefined, base: undefined },
    { theirs: page('one', 'theirs'), base: undefined },
    { theirs: page('one', 'two, edited'), base: page('one', 'two 🎉') },
    { theirs: '', base: '' },
  ]
  for (const each of bodies) {
    const all = { ...wanted, ...each, comments: [{ marker: 'c', quoted: 'one' }] }
    assert.deepEqual(await work.planBody(all), planBody(all))
  }
})

test('a page that cannot be read is a refusal that says so', async () => {
  const theirs = '['.repeat(100_000) + ']'.repeat(100_000)
  await assert.rejects(work.planBody({ ...wanted, theirs }), (error) => {
    assert.ok(error instanceof RequestError)
    assert.equal(error.key, 'bad-request')
    assert.match(error.message, /The page in Confluence cannot be read: The page nests deeper/)
    return true
  })
})
