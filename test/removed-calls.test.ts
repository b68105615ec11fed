/** Calls of REST v1 that Atlassian serves no more (410): imports go on without them, and say so. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neededCalls } from '../src/confluence/needed-calls.ts'
import type { ConfluenceSimulator } from './support/confluence/simulator.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'
import { useOurClient } from './support/confluence/use-our-client.ts'
import { openBench } from './support/delivery/delivery-bench.ts'
import { png } from './support/samples/images.ts'

const image = `![A map](data:image/png;base64,${png.toString('base64')})`

test('a page without its images and labels is there, and gets them when that works again', async () => {
  const bench = await openBench('cloud')
  const { site } = bench
  site.switches.removedCalls = /^(?!GET).*\/rest\/api\//
  const wanted = { pageTitle: 'Map', content: image, labels: ['maps'], overwrite: true }
  const made = await bench.save(wanted)
  assert.ok('warnings' in made && made.warnings)
  assert.equal(made.outcome, 'created')
  assert.deepEqual(made.warnings.map(({ code }) => code).toSorted(), [
    'images-not-taken',
    'labels-not-taken',
  ])
  assert.match(made.warnings[0]?.message ?? '', /(?:POST|PUT) \/rest\/api\/content/)
  const page = (): ReturnType<ConfluenceSimulator['page']> => {
    const [found, ...others] = site.pages().filter(({ title }) => title === 'Map')
    assert.ok(found)
    assert.equal(others.length, 0, 'nothing is made and put into the trash')
    return found
  }
  assert.equal(page().versions.length, 2)
  assert.ok(page().versions.at(-1)?.body.includes('A map'), 'its description stands there')
  assert.equal(await bench.outcome(wanted), 'updated', 'tried again: labels are asked for')
  assert.equal(page().versions.length, 2)
  site.switches.removedCalls = undefined
  assert.equal(await bench.outcome(wanted), 'updated')
  assert.deepEqual([page().labels, page().attachments.length], [['maps'], 1])
  assert.equal(await bench.outcome(wanted), 'unchanged')
})

test('a page is moved by a version, and blames nobody', async () => {
  const bench = await openBench('cloud')
  const { site } = bench
  const above = await bench.save({ pageTitle: 'Above' })
  const moved = await bench.save({ pageTitle: 'Moved' })
  assert.ok('page' in above && 'page' in moved)
  site.switches.removedCalls = /\/move\//
  const wanted = { pageTitle: 'Moved', parentId: above.page.id, pageId: moved.page.id }
  assert.match(await bench.outcome({ ...wanted, overwrite: true }), /^(?:updated|unchanged)$/)
  assert.equal(site.page(moved.page.id).parentId, above.page.id)
})

for (const status of [400, 403, 404]) {
  test(`pages of Data Center are found where the list of all content is closed: ${status}`, async () => {
    const bench = await openBench('data-center', { policies: { edits: 'overwrite' } })
    const { site } = bench
    site.watch = ({ path, method }) =>
      method === 'GET' && /\/rest\/api\/content\?/.test(path) ? { status } : undefined
    const theirs = site.addPage({ title: 'The "whole" \\ truth', body: '<p>Theirs.</p>' })
    const wanted = { pageTitle: theirs.title, overwrite: true }
    const taken = await bench.save(wanted)
    assert.ok('page' in taken)
    assert.equal(taken.page.id, theirs.id)
    assert.equal(await bench.outcome({ pageTitle: 'New' }), 'created')
    assert.equal(await bench.outcome({ pageTitle: 'new', overwrite: true }), 'already-exists')
    assert.equal(
      await bench.outcome({ pageTitle: 'New', overwrite: true, run: 'one' }),
      'unchanged',
    )
  })
}

test('every call of v1 that Cloud is sent stands among those that are tried', async () => {
  const site = await startConfluence('cloud')
  await useOurClient(site)
  await site.stop()
  const callOf = (path: string): string =>
    path.replace(/\?.*/, '').replace(/\d+/g, '1').split('/').slice(0, 6).join('/')
  const sent = site.requests.map(({ path }) => callOf(path.replace(/^\/wiki/, '')))
  const tried = new Set(neededCalls.cloud.map(({ call }) => callOf(call.replace(/^\w+ /, ''))))
  const others = sent.filter((path) => path.startsWith('/rest/') && path !== '/rest/api/user')
  assert.ok(others.length > 0)
  assert.deepEqual(
    [...new Set(others)].filter((path) => !tried.has(path)),
    [],
  )
})
