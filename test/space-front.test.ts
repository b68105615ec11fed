/** The front page of a space: its sections with what they are about, the other pages, what changed last. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFreshServer } from './support/service/fresh-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

function linksBelow(html: string, id: string): string[] {
  const start = html.indexOf(`id="${id}"`)
  if (start < 0) return []
  const part = html.slice(start, html.indexOf('<h2', start))
  return Array.from(part.matchAll(/<a [^>]*>([^<]*)<\/a>/g), ([, text = '']) => text)
}

forEachEngine((_, engine) => {
  test('a front page shows sections with three pages each, then the rest', async () => {
    const server = await startFreshServer(engine)
    const save = async (pageTitle: string, content: string, parentId?: string): Promise<string> =>
      await server.save({ pageTitle, content, ...(parentId && { parentId }) })
    const address = `${server.url}/wiki/spaces/DOCS/pages/${server.space.homepageId}`
    assert.match(await (await fetch(address)).text(), /There is no page here yet/)
    const section = await save('Guides', '## How\n\nHow things are done here. And more.')
    for (const number of [1, 2, 3, 4]) await save(`Guide ${number}`, 'x', section)
    const short = await save('Notes', 'no sentence')
    await save('Note', 'x', short)
    await save('Alone', 'x')
    const front = async (): Promise<string> => (await fetch(address)).text()
    const html = await front()
    assert.doesNotMatch(html, /There is no page here yet/)
    assert.match(html, /<div class="page broad">/, 'how wide it is stands before what is wide')
    const cards = linksBelow(html, 'sections')
    assert.deepEqual(cards, ['Guides', 'Guide 1', 'Guide 2', 'Guide 3', 'Notes', 'Note'])
    const counts = html.match(/<span class="key">[^<]*page[^<]*<\/span>/g)
    assert.deepEqual(counts, [
      '<span class="key">4 pages</span>',
      '<span class="key">1 page</span>',
    ])
    assert.doesNotMatch(html, /New here\?/, 'no page says that one begins with it')
    assert.deepEqual(html.match(/<p>How[^<]*<\/p>/g), ['<p>How things are done here.</p>'])
    assert.equal(html.includes('<p>no sentence'), false)
    assert.deepEqual(linksBelow(html, 'children'), ['Alone'])
    assert.equal(linksBelow(html, 'changes')[0], 'Alone')

    const first = await save('Getting started', 'From nothing to a page. And on.')
    await save('Then', 'x', first)
    assert.match(
      await front(),
      new RegExp(
        `<a class="start" href="[^"]*/${first}">.*Getting started.*From nothing to a page\\.<`,
      ),
    )
    await server.post({ pageTitle: 'Guides', content: 'Another start of it.', overwrite: true })
    assert.match(await front(), /<p>Another start of it\.<\/p>/)
    const other = await (await fetch(`${server.url}/wiki/spaces/DOCS/pages/${section}`)).text()
    assert.deepEqual(linksBelow(other, 'sections'), [], 'no other page has them (control)')
    const home = async (): Promise<string> => (await fetch(server.url)).text()
    assert.doesNotMatch(await home(), /class="about"/, 'nothing is said of a space without text')
    await server.post({
      pageTitle: 'Space DOCS',
      parentId: server.space.homepageId,
      overwrite: true,
      pageId: server.space.homepageId,
      content: '## What are herons?\n\nWhat is known of herons. More of it.',
    })
    assert.match(await home(), /<span class="about">What is known of herons\.<\/span>/)
    await server.stop()
  })
})
