/** Suggestions while somebody types: which pages, in which order, for whom, whatever is typed. @module */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { User } from '../src/accounts/users.ts'
import { pageElements, smuggledParts } from './support/browser/page-elements.ts'
import { signedIn, type WebClient } from './support/browser/web-client.ts'
import { oddQuestions, somePayloads, textPayloads } from './support/samples/payloads.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  const server = freshServer(engine, { readers: 'users' })
  let rita: User
  let reader: WebClient

  before(async () => {
    rita = await server.createUser('rita')
    await server.grant(rita, server.space, 'read')
    reader = await signedIn(server, 'rita')
  })

  const ask = async (q: string, space = ''): Promise<string> => {
    const answer = await reader.get(`/search/suggest?${new URLSearchParams({ q, space })}`)
    assert.equal(answer.status, 200, q)
    return answer.html
  }
  const suggest = async (q: string, space = ''): Promise<string[]> =>
    pageElements(await ask(q, space))
      .filter(({ attrs }) => attrs.role === 'group')
      .map(({ attrs }) => attrs['aria-label'] ?? '')
  const marked = async (q: string): Promise<string[]> =>
    pageElements(await ask(q))
      .filter(({ name }) => name === 'mark')
      .map(({ text }) => text)
  const save = (pageTitle: string, content: string, fields: object = {}): Promise<string> =>
    server.save({ pageTitle, content, ...fields })

  test('titles come before texts: the very one, those with little else, the others', async () => {
    await save('Notes', 'How to install a zebra.')
    await save('After the install', 'x')
    await save('Install on a server', 'x')
    await save('Install', 'x')
    assert.deepEqual(await suggest('install'), [
      'Install',
      'After the install',
      'Install on a server',
      'Notes',
    ])
    assert.deepEqual(await suggest('ins'), await suggest('INSTALL'))
    assert.deepEqual(await suggest('on install'), ['Install on a server'])
    assert.deepEqual(await suggest('install z'), await suggest('install'))
    assert.deepEqual(await suggest('install y'), await suggest('install'))
    assert.deepEqual(await suggest('install zebra'), ['Notes'])
    assert.deepEqual(await suggest('stall'), [])
  })

  test('one letter finds titles, and no texts', async () => {
    await save('Quagga', 'k')
    await save('K', 'x')
    assert.deepEqual(await suggest('q'), ['Quagga'])
    assert.deepEqual(await suggest('k'), ['K'])
    assert.deepEqual(await marked('qu'), ['Quagga'])
  })

  test('what was typed is marked in titles and texts', async () => {
    await save('Llama', 'Llamas and vicuñas live in the mountains.')
    assert.deepEqual(await marked('lla'), ['Llama', 'Llamas'])
    assert.deepEqual(await marked('vicuna'), ['vicuñas'])
  })

  test('pages of the space where somebody reads come first', async () => {
    const other = await server.createSpace('OTHER')
    await server.grant(rita, other, 'read')
    await save('Gazelle', 'x')
    await save('Gazelles and others', 'x', { spaceId: other.id, parentId: other.homepageId })
    assert.deepEqual(await suggest('gazelle'), ['Gazelle', 'Gazelles and others'])
    assert.deepEqual(await suggest('gazelle', 'other'), ['Gazelles and others', 'Gazelle'])
  })

  test('no more than eight pages are suggested, and all lead on', async () => {
    for (let index = 0; index < 12; index += 1) await save(`Otter ${index}`, 'otter')
    assert.equal((await suggest('ott')).length, 8)
    const links = pageElements(await ask('ott & <b>')).filter(({ name }) => name === 'a')
    assert.equal(links.at(-1)?.attrs.href, '/search?q=ott+%26+%3Cb%3E')
    assert.equal(links.at(-1)?.text, 'All results for “ott & <b>”')
  })

  test('whatever is typed is words or nothing', async () => {
    for (const [index, payload] of somePayloads.entries()) {
      await save(`Gnu ${index} ${payload}`.replace(/[\u0000-\u001f]/g, ' ').slice(0, 250), 'gnu')
    }
    assert.deepEqual(smuggledParts(await ask('gnu')), [])
    for (const typed of [...oddQuestions, ...textPayloads]) {
      assert.deepEqual(smuggledParts(await ask(typed, typed.slice(0, 200))), [], typed.slice(0, 50))
    }
    for (const query of ['q=%ff%fe', 'q=%', 'q=a&q=b', 'q', '']) {
      assert.equal((await reader.get(`/search/suggest?${query}`)).status, 200, query)
    }
  })
})
