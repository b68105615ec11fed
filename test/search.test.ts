/** Search: what is found, by what, as soon as it is saved and as long as it is there. @module */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { DatabaseOptions } from '../src/store/open-database.ts'
import { sql } from '../src/store/sql.ts'
import { restorePage, trashPage } from '../src/wiki/store/trash-page.ts'
import { pageElements, smuggledParts } from './support/browser/page-elements.ts'
import { oddQuestions, somePayloads, textPayloads } from './support/samples/payloads.ts'
import { startTestServer, type TestServer } from './support/service/test-server.ts'
import { createTestPage, updateTestPage } from './support/store/save-test-page.ts'
import { createTestStore, forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  let options: DatabaseOptions
  let server: TestServer
  let remove: () => Promise<void>
  before(async () => {
    const store = await createTestStore(engine)
    ;({ options, remove } = store)
    server = await startTestServer(options)
  })
  after(async () => {
    await server.stop()
    await remove()
  })

  const ask = async (q: string, more: Record<string, string> = {}): Promise<string> => {
    const response = await fetch(`${server.url}/search?${new URLSearchParams({ q, ...more })}`)
    assert.equal(response.status, 200, q)
    return response.text()
  }
  const find = async (q: string, more: Record<string, string> = {}): Promise<string[]> => {
    const elements = pageElements(await ask(q, more))
    // Results for a corrected query count as not found.
    if (elements.some(({ attrs }) => attrs.class === 'search-note')) return []
    return elements.filter(({ name }) => name === 'h2').map(({ text }) => text)
  }
  const save = (pageTitle: string, content: string, fields: object = {}): Promise<string> =>
    server.save({ pageTitle, content, ...fields })

  test('finds by title and by text, titles first, and marks what was asked for', async () => {
    await save('Zebra crossing', 'Where people walk.')
    await save('Animals', 'Lions, a zebra, and *another* **zebra**.')
    assert.deepEqual(await find('zebra'), ['Zebra crossing', 'Animals'])
    const marks = pageElements(await ask('zebra')).filter(({ name }) => name === 'mark')
    assert.deepEqual(
      marks.map(({ text }) => text),
      ['Zebra', 'zebra', 'zebra'],
    )
  })

  test('finds pages that have all of the words, in title or text, in any order', async () => {
    await save('Umbrella', 'Keeps the rain away.')
    assert.deepEqual(await find('rain umbrella'), ['Umbrella'])
    assert.deepEqual(await find('rain umbrella snow'), [])
  })

  test('finds words by their start, whatever their case, width and accents', async () => {
    await save('Café Übergrößen', 'Naïve façade, ＦＵＬＬ width, Ελλάδα, Привет, हिन्दी भाषा.')
    const questions = [
      'cafe',
      'CAFÉ',
      'cafe\u0301',
      'uber',
      'naive',
      'full',
      'ελλάδα',
      'ПРИВЕТ',
      'हिन्दी',
    ]
    for (const question of questions) {
      assert.deepEqual(await find(question), ['Café Übergrößen'], question)
    }
    assert.deepEqual(await find('aive'), [])
    assert.deepEqual(await find('cafe naive full width fac'), ['Café Übergrößen'])
    assert.deepEqual(await find('caf naive full width facade'), [])
  })

  test('finds any part of texts that have no spaces between words', async () => {
    await save('東京タワー', '全文検索はすべての言語で使えます。ภาษาไทยก็ค้นหาได้')
    for (const question of [
      '東京',
      'タワー',
      '検索',
      '全文検索',
      '索',
      'ます',
      'ไทย',
      '京タ 言語',
    ]) {
      assert.deepEqual(await find(question), ['東京タワー'], question)
    }
    assert.deepEqual(await find('検言'), [])
    const marks = pageElements(await ask('検索')).filter(({ name }) => name === 'mark')
    assert.deepEqual(
      marks.map(({ text }) => text),
      ['検索'],
    )
  })

  test('finds parts of names in code and addresses', async () => {
    await save(
      'Names',
      '`MARKPORT_QUOKKA_URL` at https://wombat.example/path/numbat.html, v1.2-rc3',
    )
    for (const question of ['quokka', 'wombat', 'numbat', 'rc3']) {
      assert.deepEqual(await find(question), ['Names'], question)
    }
  })

  test('follows a page through its life', async () => {
    const { database, ids, space } = server
    const [row] = await database.read<{ id: number }>(sql`select min(id) as id from users`)
    const adf = (text: string): string =>
      JSON.stringify({
        version: 1,
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
      })

    const imported = await save('Heron', 'eats fish')
    await save('Heron', 'eats frogs', { overwrite: true })
    assert.deepEqual(await find('heron fish'), [])
    assert.deepEqual(await find('heron frogs'), ['Heron'])

    const place = { spaceId: space.id, parentId: space.homepageId, userId: row?.id ?? 0 }
    const stork = { ...place, title: 'Stork', adf: adf('eats snakes') }
    const pageId = await createTestPage(database, ids, stork)
    assert.deepEqual(await find('snakes'), ['Stork'])
    const next = { parentId: imported, title: 'White stork', adf: adf('eats beetles') }
    await updateTestPage(database, ids, { ...place, ...next, pageId })
    assert.deepEqual(await find('snakes'), [])
    assert.deepEqual(await find('white beetles'), ['White stork'])

    await trashPage(server, imported, 'admin')
    assert.deepEqual(await find('frogs'), [])
    assert.deepEqual(await find('beetles'), [])
    await restorePage(server, imported, 'admin')
    assert.deepEqual(await find('beetles'), ['White stork'])
  })

  test('finds homepages by the names of their spaces', async () => {
    await server.createSpace('PENGUIN')
    assert.deepEqual(await find('penguin'), ['Space PENGUIN'])
  })

  test('searches one space or all', async () => {
    const other = await server.createSpace('OTHER')
    await save('Ibex here', 'x')
    await save('Ibex there', 'x', { spaceId: other.id, parentId: other.homepageId })
    assert.deepEqual((await find('ibex')).sort(), ['Ibex here', 'Ibex there'])
    assert.deepEqual(await find('ibex', { space: 'other' }), ['Ibex there'])
    assert.equal((await fetch(`${server.url}/search?q=ibex&space=NONE`)).status, 404)
  })

  test('gives twenty hits at once, and the rest on further pages', async () => {
    for (let index = 0; index < 25; index += 1) await save(`Otter ${index}`, 'x')
    const first = await find('otter')
    const second = await find('otter', { page: '2' })
    assert.deepEqual([first.length, second.length], [20, 5])
    assert.equal(new Set([...first, ...second]).size, 25)
    assert.match(await ask('otter'), /25 pages/)
    assert.match(await ask('otter'), /href="\/search\?q=otter&amp;page=2" rel="next"/)
    assert.deepEqual(await find('otter', { page: '3' }), [])
    for (const page of ['0', '-1', 'x', '99999']) await ask('otter', { page })
  })

  test('finds what stands far inside a large page', async () => {
    await save('Very long', `${'word '.repeat(100_000)}\n\nxylophone`)
    assert.deepEqual(await find('xylophone'), ['Very long'])
  })

  describe('questions of any kind', () => {
    test('are words or nothing', async () => {
      for (const question of [...oddQuestions, ...textPayloads]) {
        assert.deepEqual(smuggledParts(await ask(question)), [], question.slice(0, 50))
      }
    })

    // No statement decides these, so one engine is enough.
    if (engine === 'sqlite') {
      test('that are no valid addresses are answered as well', async () => {
        for (const query of ['q=%ff%fe', 'q=%', 'q=a&q=b', 'q[]=a', 'q', '']) {
          assert.equal((await fetch(`${server.url}/search?${query}`)).status, 200, query)
        }
      })

      test('find hostile pages and show them as text', async () => {
        for (const [index, payload] of somePayloads.entries()) {
          const title = `Gnu ${index} ${payload}`.replace(/[\u0000-\u001f]/g, ' ')
          await save(title, `Gnu ${payload}`.replaceAll('\0', ' '))
        }
        const html = await ask('gnu')
        assert.deepEqual(smuggledParts(html), [])
        assert.ok(pageElements(html).some(({ name }) => name === 'mark'))
      })
    }
  })
})
