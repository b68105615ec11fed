/** The reader's pages over HTTP: home, tree, history, differences, sources, and who may read. @module */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Space } from '../src/wiki/import/target-wiki.ts'
import { trashPage } from '../src/wiki/store/trash-page.ts'
import { assertEach } from './support/base/assert-each.ts'
import { type PageElement, pageElements, smuggledParts } from './support/browser/page-elements.ts'
import { webClient } from './support/browser/web-client.ts'
import { userPassword } from './support/prepared-store.ts'
import { somePayloads } from './support/samples/payloads.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { createTestPage } from './support/store/save-test-page.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  const server = freshServer(engine)

  const get = (path: string): Promise<Response> => fetch(server.url + path, { redirect: 'manual' })
  const read = async (path: string): Promise<string> => {
    const response = await get(path)
    assert.equal(response.status, 200, path)
    return response.text()
  }
  const elementsOf = async (path: string): Promise<PageElement[]> => pageElements(await read(path))
  const textsOf = (elements: readonly PageElement[], name: string): string[] =>
    elements.filter((element) => element.name === name).map(({ text }) => text.trim())
  const save = (pageTitle: string, fields: object = {}): Promise<string> =>
    server.save({ pageTitle, ...fields })
  const pageAddress = (id: string): string => `/wiki/spaces/DOCS/pages/${id}`

  describe('a name in the tree', () => {
    test('is shown by trees, ways and neighbours; the page and its versions keep the title', async () => {
      const above = await save('A page with a long title', { navigationTitle: ' Short ' })
      const below = await save('Below the long title', { parentId: above })
      const childrenOf = async (id: string): Promise<string[]> =>
        textsOf(await elementsOf(pageAddress(id)), 'a').filter((text) =>
          /Short|long title/.test(text),
        )
      assert.equal(
        textsOf(await elementsOf(pageAddress(above)), 'h1')[0],
        'A page with a long title',
      )
      const shown = await childrenOf(below)
      assert.ok(shown.includes('Short') && !shown.includes('A page with a long title'), `${shown}`)
      const again = async (fields: object) => {
        const { json } = await server.post({
          pageTitle: 'A page with a long title',
          overwrite: true,
          ...fields,
        })
        return [json.key, json.page.version, (await childrenOf(below)).includes('Short')]
      }
      const named = { pageId: above, navigationTitle: 'Short' }
      assert.deepEqual(await again({}), ['unchanged', 1, false])
      assert.deepEqual(await again(named), ['unchanged', 1, true])
      assert.deepEqual(await again({ pageId: above }), ['unchanged', 1, false])
      assert.deepEqual(await again({ navigationTitle: 'Short' }), ['unchanged', 1, true])
      assert.deepEqual(await again({ navigationTitle: '' }), ['unchanged', 1, false])
      assert.deepEqual(await again({ ...named, content: 'new' }), ['updated', 2, true])
      assert.deepEqual(await again({ content: 'newer' }), ['updated', 3, false])
    })

    test('is refused where it is none', async () => {
      for (const navigationTitle of [1, null, ['a'], ' ', 'a\nb', 'x'.repeat(256)]) {
        const { status, json } = await server.post({ pageTitle: 'Not named', navigationTitle })
        assert.equal(status, 400, JSON.stringify(navigationTitle))
        assert.match(json.body, /^Error: navigationTitle must /)
      }
    })
  })

  describe('home', () => {
    test('lists the spaces and what changed last, newest first', async () => {
      const id = await save('Changed first')
      await save('Changed last')
      await save('Changed first', { overwrite: true, content: 'again' })
      const elements = await elementsOf('/')
      assert.ok(textsOf(elements, 'a').includes('Space DOCS'))
      const changes = elements.filter(
        ({ name, attrs }) => name === 'a' && attrs.href?.includes('/pages/'),
      )
      assertEach(changes.slice(0, 2), ({ text }) => text, ['Changed first', 'Changed last'])
      assert.equal(changes[0]?.attrs.href, pageAddress(id))
      assert.match(await read('/'), /Space DOCS · version 2 · /)
    })

    test('of a space shows what is below it on cards, with a sentence and three pages each', async () => {
      const cards = async () => {
        const { homepageId } = server.space
        const elements = await elementsOf(pageAddress(homepageId))
        const start = elements.findIndex(({ attrs }) => attrs.class === 'cards')
        return elements.slice(start + 1).filter(({ name }) => name === 'a' || name === 'p')
      }
      const section = await save('A card', { content: '# Head\n\nSays <b>what</b> it is. More.' })
      for (const name of ['1', '2', '3', '4']) await save(`Of card ${name}`, { parentId: section })
      const parts = await cards()
      const at = parts.findIndex(({ text }) => text === 'A card')
      assert.deepEqual(
        parts.slice(at + 1, at + 6).map(({ name, text }) => `${name} ${text.trim()}`),
        [
          'p Says what it is.',
          'p Of card 1 Of card 2 Of card 3',
          'a Of card 1',
          'a Of card 2',
          'a Of card 3',
        ],
      )
    })

    test('lists no more than twenty changes', async () => {
      for (let index = 0; index < 21; index += 1) await save(`Change ${index}`)
      const elements = await elementsOf('/')
      const titles = elements.filter(({ attrs }) => attrs.href?.includes('/pages/'))
      assert.equal(titles.length, 20)
      assert.equal(titles[0]?.text, 'Change 20')
    })
  })

  describe('page', () => {
    // No statement decides these, so one engine is enough.
    if (engine === 'sqlite') {
      test('has an outline that leads to its headings, each with a link of its own', async () => {
        const id = await save('Outlined', {
          content: '## One `x`\n\n### Two\n\n## One `x`\n\ntext',
        })
        const elements = await elementsOf(pageAddress(id))
        const outlined = elements
          .filter(({ attrs }) => attrs.href?.startsWith('#h-'))
          .map(({ attrs, text }) => [attrs.href, text])
        assert.deepEqual(outlined, [
          ['#h-one-x', '#'],
          ['#h-two', '#'],
          ['#h-one-x-1', '#'],
          ['#h-one-x', 'One x'],
          ['#h-two', 'Two'],
          ['#h-one-x-1', 'One x'],
        ])
        const ids = new Set(elements.map(({ attrs }) => attrs.id))
        for (const [href] of outlined) assert.ok(ids.has(href?.slice(1) ?? ''), href)
      })

      test('leads from a footnote to its note and back', async () => {
        const content = 'A claim[^a], again[^a].\n\n[^a]: First.'
        const elements = await elementsOf(pageAddress(await save('Noted', { content })))
        const links = elements.filter(({ attrs }) => /^#a-/.test(attrs.href ?? ''))
        assertEach(links, ({ text }) => text, ['1', '1', '↩'])
        const ids = new Set(elements.map(({ attrs }) => attrs.id))
        for (const { attrs } of links) assert.ok(ids.has(attrs.href?.slice(1)), attrs.href)
      })
    }

    test('leads on to the next page and back to the one before', async () => {
      const parentId = await save('Chapter <1>')
      const first = await save('Section b', { parentId, position: 0 })
      const second = await save('Section a', { parentId, position: 1 })
      const links = async (id: string): Promise<(string | undefined)[][]> =>
        (await elementsOf(pageAddress(id)))
          .filter(({ attrs }) => attrs.rel === 'prev' || attrs.rel === 'next')
          .map(({ attrs, text }) => [attrs.rel, attrs.href, text])
      assert.deepEqual(await links(first), [
        ['prev', pageAddress(parentId), 'Previous: Chapter <1>'],
        ['next', pageAddress(second), 'Next: Section a'],
      ])
      assert.deepEqual((await links(second))[0]?.slice(1), [
        pageAddress(first),
        'Previous: Section b',
      ])
      const top = await links(server.space.homepageId)
      assertEach(top, ([rel]) => rel, ['next'])
    })
  })

  describe('tree', () => {
    let top: string
    let child: string
    let grandchild: string
    before(async () => {
      top = await save('Top')
      child = await save('Child 10', { parentId: top })
      grandchild = await save('Grandchild', { parentId: child })
      await save('Child 9', { parentId: top })
      await save('Aunt')
    })
    const tree = async (path: string): Promise<string[]> => {
      const html = await read(path)
      const start = html.indexOf('<nav class="sidebar tree"')
      const items = pageElements(html.slice(start, html.indexOf('</nav>', start)))
      return items
        .filter(({ name, attrs }) => name === 'a' && attrs.class !== 'toggle')
        .map(({ text }) => text)
        .filter((text) => /^(?:Top|Child|Grandchild|Aunt)/.test(text))
    }

    test('shows the way to the page, its siblings and what is below it', async () => {
      assert.deepEqual(await tree(pageAddress(child)), [
        'Aunt',
        'Top',
        'Child 9',
        'Child 10',
        'Grandchild',
      ])
      const elements = await elementsOf(pageAddress(grandchild))
      const current = elements.filter(({ attrs }) => attrs['aria-current'] === 'page')
      assert.deepEqual(textsOf(current, 'a'), ['Grandchild'])
    })

    test('opens and closes by links', async () => {
      assert.deepEqual(await tree(pageAddress(server.space.homepageId)), ['Aunt', 'Top'])
      const opened = `${pageAddress(server.space.homepageId)}?open=${top}`
      assert.deepEqual(await tree(opened), ['Aunt', 'Top', 'Child 9', 'Child 10'])
      const toggles = (await elementsOf(opened)).filter(({ attrs }) => attrs.class === 'toggle')
      const ofTop = toggles.find(({ attrs }) => attrs['aria-label'] === 'Pages below Top')
      assert.equal(ofTop?.attrs['aria-expanded'], 'true')
      assert.equal(ofTop?.attrs.href, '?')
      const ofChild = toggles.find(({ attrs }) => attrs['aria-label'] === 'Pages below Child 10')
      assert.equal(ofChild?.attrs.href, `?open=${top}&open=${child}`)
      assert.deepEqual(await tree(`${pageAddress(child)}?closed=${top}`), ['Aunt', 'Top'])
    })

    test('gives a level as a part and as a page of its own', async () => {
      const address = `/wiki/spaces/DOCS/children/${top}`
      const part = await read(`${address}?part`)
      assert.match(part, /^<ul><li data-page="\d+">/)
      assert.deepEqual(
        textsOf(pageElements(part), 'a').filter((text) => text !== ''),
        ['Child 9', 'Child 10'],
      )
      assert.deepEqual(textsOf(await elementsOf(address), 'h1'), ['Pages below “Top”'])
    })

    test('shows two hundred pages of a level, the page itself wherever it stands, and the way on', async () => {
      const parentId = await save('Many')
      const { database, ids } = server
      const made: string[] = []
      const userId = await administratorId()
      const page = { spaceId: server.space.id, parentId, userId }
      for (let index = 1000; index < 1410; index += 1) {
        made.push(await createTestPage(database, ids, { ...page, title: `Entry ${index}` }))
      }
      const entries = (html: string): string[] =>
        textsOf(pageElements(html), 'a').filter((text) => text.startsWith('Entry'))
      const last = made.at(-1) as string
      const html = await read(pageAddress(last))
      const shown = entries(html.slice(0, html.indexOf('<article>')))
      assert.equal(shown.length, 201)
      assert.equal(shown.at(-1), 'Entry 1409')
      let rest = /href="([^"]*\/children\/[^"]*after[^"]*)"/.exec(html)?.[1]
      const seen: string[] = []
      while (rest !== undefined) {
        const part = await read(`${rest}&part`)
        seen.push(...entries(part))
        rest = /class="more"><a href="([^"]*)"/.exec(part)?.[1]
      }
      assert.equal(seen.length, 210)
      assert.equal(seen[0], 'Entry 1200')
      assert.equal(new Set([...shown, ...seen]).size, 410)
    })
  })

  const administratorId = async (): Promise<number> => {
    const { sql } = await import('../src/store/sql.ts')
    const [row] = await server.database.read<{ id: number }>(sql`select min(id) as id from users`)
    return row?.id ?? 0
  }

  describe('history', () => {
    let id: string
    before(async () => {
      id = await save('Versioned', { content: 'The quick fox.\n\nStays.\n\n**Same** words.' })
      const content = 'The slow fox.\n\nStays.\n\nSame words.\n\nNew.'
      await save('Versioned', { content, overwrite: true })
      await save('Versioned', { content: `*${content}*`, overwrite: true })
    })

    test('lists the versions with their numbers, newest first', async () => {
      const links = textsOf(await elementsOf(`/wiki/spaces/DOCS/history/${id}`), 'a')
      const versions = links.filter((text) => /^Version \d$/.test(text))
      assert.deepEqual(versions, ['Version 3', 'Version 2', 'Version 1'])
      const rest = textsOf(await elementsOf(`/wiki/spaces/DOCS/history/${id}?after=2`), 'a')
      assert.deepEqual(
        rest.filter((text) => /^Version \d$/.test(text)),
        ['Version 1'],
      )
    })

    test('leads writers from an older version to the form that restores it', async () => {
      const pathOf = `/wiki/spaces/DOCS/history/${id}`
      const restores = (html: string): (string | undefined)[] =>
        pageElements(html)
          .filter(({ name, text }) => name === 'a' && /^Restore version/.test(text))
          .map(({ attrs }) => attrs.href)
      const edit = `/wiki/spaces/DOCS/edit/${id}`
      const writer = webClient(server.url)
      await server.grant(await server.createUser('restorer'), server.space, 'write')
      await writer.signIn('restorer', userPassword)
      const written = await writer.get(pathOf)
      assert.deepEqual(restores(written.html), [`${edit}?version=2`, `${edit}?version=1`])
      assert.match(written.html, />New page<\/a>/)
      const reader = webClient(server.url)
      await server.createUser('onlooker')
      await reader.signIn('onlooker', userPassword)
      const read = await reader.get(pathOf)
      assert.equal(read.status, 200)
      assert.deepEqual(restores(read.html), [])
      assert.doesNotMatch(read.html, />New page<\/a>/)
    })

    test('shows any version as it was', async () => {
      const html = await read(`/wiki/spaces/DOCS/history/${id}/1`)
      assert.match(html, /The quick fox\./)
      assert.match(html, /Version 1 of 3/)
    })

    if (engine === 'sqlite') {
      test('shows what changed in words', async () => {
        const html = await read(`/wiki/spaces/DOCS/compare/${id}?from=1&to=2`)
        const elements = pageElements(html)
        assert.deepEqual(textsOf(elements, 'del'), ['quick'])
        assert.deepEqual(textsOf(elements, 'ins'), ['slow', 'New.'])
      })

      test('says when only formatting changed, and when nothing did', async () => {
        const same = await save('Formatted', { content: 'Some words' })
        await save('Formatted', { content: 'Some **words**', overwrite: true })
        const compare = `/wiki/spaces/DOCS/compare/${same}`
        assert.match(await read(`${compare}?from=1&to=2`), /only the formatting changed/)
        assert.match(await read(`${compare}?from=1&to=1`), /Both versions hold the same/)
      })

      test('shows where a link led and leads, and the images that went and came', async () => {
        const images = ['a', 'b'].map((name) => `https://images.example/${name}.png`)
        const content = (of: number): string =>
          `The [manual](https://example.org/${of}?a=1&b=<2>).\n\n![Picture ${of}](${images[of]})`
        const linked = await save('Linked', { content: content(0) })
        await save('Linked', { content: content(1), overwrite: true })
        const compared = await read(`/wiki/spaces/DOCS/compare/${linked}?from=1&to=2`)
        // No space that the page has not got.
        assert.match(compared, /The manual<del><span class="pointer">[^<]*<\/span><\/del><ins>/)
        assert.match(compared, /<\/ins>\.<\/p>/)
        const elements = pageElements(compared)
        const address = (of: number): string => `https://example.org/${of}?a=1&b=<2>`
        assert.deepEqual(textsOf(elements, 'del'), [address(0), 'Picture 0'])
        assert.deepEqual(textsOf(elements, 'ins'), [address(1), 'Picture 1'])
        const shown = elements.filter(({ name }) => name === 'img').map(({ attrs }) => attrs.src)
        assert.deepEqual(shown, images)
      })
    }

    test('shows the Markdown of a version', async () => {
      const markdown = await elementsOf(`/wiki/spaces/DOCS/markdown/${id}?version=1`)
      assert.deepEqual(textsOf(markdown, 'code'), ['The quick fox.\n\nStays.\n\n**Same** words.'])
    })
  })

  describe('addresses', () => {
    const views = (key: string, id: string): string[] => [
      `/wiki/spaces/${key}/pages/${id}`,
      `/wiki/spaces/${key}/pages/${id}/Some+title`,
      `/wiki/spaces/${key}/children/${id}`,
      `/wiki/spaces/${key}/history/${id}`,
      `/wiki/spaces/${key}/history/${id}/1`,
      `/wiki/spaces/${key}/compare/${id}?from=1&to=1`,
      `/wiki/spaces/${key}/markdown/${id}?version=1`,
    ]
    const assertNotFound = async (path: string): Promise<void> => {
      const response = await get(path)
      assert.equal(response.status, 404, path)
      assert.match(await response.text(), /<h1>Not found<\/h1>/)
    }

    test('of pages and versions that are not there are not found', async () => {
      for (const id of ['1', 'x', '%00', '99999999999999999999', '-1', '__proto__']) {
        for (const path of views('DOCS', id)) await assertNotFound(path)
      }
      const id = await save('One version')
      for (const number of ['0', '2', 'x', '1e9', '%F0', '9007199254740993']) {
        await assertNotFound(`/wiki/spaces/DOCS/history/${id}/${number}`)
        await assertNotFound(`/wiki/spaces/DOCS/compare/${id}?from=1&to=${number}`)
        await assertNotFound(`/wiki/spaces/DOCS/markdown/${id}?version=${number}`)
      }
      await assertNotFound(`/wiki/spaces/DOCS/compare/${id}`)
    })

    test('of a page in the trash are not found, and no list has it', async () => {
      const id = await save('Thrown away')
      await trashPage(server, id, 'admin')
      for (const path of views('DOCS', id)) await assertNotFound(path)
      assert.doesNotMatch(await read('/'), /Thrown away/)
      assert.doesNotMatch(await read(pageAddress(server.space.homepageId)), /Thrown away/)
    })

    test('with the key of another space lead to the right one', async () => {
      const id = await save('Elsewhere')
      for (const path of views('OTHER', id)) {
        const response = await get(path)
        assert.equal(response.status, 302, path)
        assert.equal(response.headers.get('location'), path.replace('OTHER', 'DOCS'))
      }
      for (const path of views('docs', id)) assert.equal((await get(path)).status, 200, path)
    })
  })

  if (engine === 'sqlite') {
    test('hostile titles and content stay text in every view', async () => {
      const space: Space = await server.createSpace('HOSTILE')
      for (const [index, payload] of somePayloads.entries()) {
        const pageTitle = `${index} ${payload}`.replace(/[\u0000-\u001f]/g, ' ')
        const content = payload.replaceAll('\0', ' ')
        const place = { spaceId: space.id, parentId: space.homepageId, pageTitle, overwrite: true }
        await server.post({ ...place, content: `# ${content}\n\n## ${content}` })
        const { json } = await server.post({ ...place, content: `${content}\n\n- ${content}` })
        const base = '/wiki/spaces/HOSTILE'
        const { id } = json.page
        for (const path of [
          `${base}/pages/${id}`,
          `${base}/history/${id}`,
          `${base}/history/${id}/1`,
          `${base}/compare/${id}?from=1&to=2`,
          `${base}/markdown/${id}`,
        ]) {
          assert.deepEqual(smuggledParts(await read(path)), [], path)
        }
      }
      for (const path of [`/wiki/spaces/HOSTILE/children/${space.homepageId}`, '/']) {
        assert.deepEqual(smuggledParts(await read(path)), [], path)
      }
    })
  }
})
