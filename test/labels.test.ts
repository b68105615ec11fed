/** Labels: set by imports, kept by versions, shown to readers, and a way to pages. On both engines. @module */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { trashPage } from '../src/wiki/store/trash-page.ts'
import { type PageElement, pageElements } from './support/browser/page-elements.ts'
import { freshServer } from './support/service/fresh-server.ts'
import type { TestAnswer } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  const server = freshServer(engine)

  let pages = 0
  const freshTitle = (): string => {
    pages += 1
    return `Labelled ${pages}`
  }
  const overwrite = (pageTitle: string, fields: Record<string, unknown>): Promise<TestAnswer> =>
    server.post({ pageTitle, content: 'text', overwrite: true, ...fields })

  const read = async (path: string): Promise<PageElement[]> => {
    const response = await fetch(server.url + path)
    assert.equal(response.status, 200, path)
    return pageElements(await response.text())
  }
  const labelsAt = async (path: string): Promise<string[]> =>
    (await read(path))
      .filter(({ name, attrs }) => name === 'a' && attrs.href?.includes('label='))
      .map(({ text }) => text)
  const labelsOf = (id: string): Promise<string[]> => labelsAt(`/wiki/spaces/DOCS/pages/${id}`)
  const find = async (query: Record<string, string>): Promise<string[]> =>
    (await read(`/search?${new URLSearchParams(query)}`))
      .filter(({ name }) => name === 'h2')
      .map(({ text }) => text)

  test('are set by an import: each once, in lower case, in NFC, in order', async () => {
    const labels = ['guide', 'API', 'cafe\u0301', 'api', 'ci/cd', 'c++', '日本語', 'a_b-c']
    const { status, json } = await server.post({ pageTitle: freshTitle(), labels })
    assert.equal(status, 201)
    assert.deepEqual(json.warnings, [])
    assert.deepEqual(await labelsOf(json.page.id), [
      'a_b-c',
      'api',
      'c++',
      'caf\u00e9',
      'ci/cd',
      'guide',
      '日本語',
    ])
  })

  test('stay when an import does not name them, and go when it names none', async () => {
    const pageTitle = freshTitle()
    const { id } = (await server.post({ pageTitle, labels: ['kept'] })).json.page
    await overwrite(pageTitle, { content: 'other' })
    assert.deepEqual(await labelsOf(id), ['kept'])
    assert.equal((await overwrite(pageTitle, { content: 'other', labels: [] })).json.key, 'updated')
    assert.deepEqual(await labelsOf(id), [])
  })

  test('make a version when nothing else changes; the same ones do not', async () => {
    const pageTitle = freshTitle()
    const { id } = (await overwrite(pageTitle, { labels: ['one'] })).json.page
    const outcomes: [string, number][] = []
    for (const labels of [['ONE'], ['one', 'two'], ['two', 'one'], undefined]) {
      const foreseen = await overwrite(pageTitle, { labels, dryRun: true })
      const { json } = await overwrite(pageTitle, { labels })
      assert.equal(json.key, foreseen.json.outcome)
      outcomes.push([json.key, json.page.version])
    }
    assert.deepEqual(outcomes, [
      ['unchanged', 1],
      ['updated', 2],
      ['unchanged', 2],
      ['unchanged', 2],
    ])
    assert.deepEqual(await labelsAt(`/wiki/spaces/DOCS/history/${id}/1`), ['one'])
    assert.deepEqual(await labelsAt(`/wiki/spaces/DOCS/history/${id}/2`), ['one', 'two'])
    const changes = await read(`/wiki/spaces/DOCS/compare/${id}?from=1&to=2`)
    const added = changes.filter(({ name }) => name === 'ins').map(({ text }) => text)
    assert.deepEqual(added, [', two'])
  })

  describe('lead to the pages that have them', () => {
    before(async () => {
      await server.createSpace('OTHER')
      const save = (pageTitle: string, labels: string[], more = {}): Promise<TestAnswer> =>
        server.post({ pageTitle, content: `All about ${pageTitle}`, labels, ...more })
      await save('Badger', ['wild', 'striped'])
      await save('Zebra', ['wild', 'striped', 'wild/africa'])
      await save('Lion', ['wild', 'wild-africa'])
      await save('Cat', ['tame'])
    })

    test('in a space or in all, alone or with words', async () => {
      assert.deepEqual(await find({ label: 'striped' }), ['Zebra', 'Badger'])
      assert.deepEqual(await find({ label: 'STRIPED', space: 'docs' }), ['Zebra', 'Badger'])
      assert.deepEqual(await find({ label: 'striped', space: 'OTHER' }), [])
      assert.deepEqual(await find({ label: 'striped', q: 'zebra' }), ['Zebra'])
      assert.deepEqual(await find({ label: 'tame', q: 'zebra' }), [])
      const answer = await read('/search?label=tame&q=zebra')
      const [said] = answer.filter(({ attrs }) => attrs.role === 'status')
      assert.equal(said?.text, 'No page with this label has all of these words.')
    })

    test('by the whole label, which is no word of the text', async () => {
      assert.deepEqual(await find({ label: 'wild/africa' }), ['Zebra'])
      assert.deepEqual(await find({ label: 'wild-africa' }), ['Lion'])
      assert.deepEqual(await find({ label: 'wil' }), [])
      assert.deepEqual(await find({ q: 'striped' }), [])
    })

    test('as they are now, and not from the trash', async () => {
      const { id } = (await server.post({ pageTitle: 'Gnu', labels: ['herd'] })).json.page
      assert.deepEqual(await find({ label: 'herd' }), ['Gnu'])
      await overwrite('Gnu', { labels: ['other-herd'] })
      assert.deepEqual(await find({ label: 'herd' }), [])
      await trashPage(server, id, 'admin')
      assert.deepEqual(await find({ label: 'other-herd' }), [])
    })
  })
})
