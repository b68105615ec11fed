/** Search that lands: on the section, in spite of a slip, and never with words of pages that are hidden. @module */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { User } from '../src/accounts/users.ts'
import { trashPage } from '../src/wiki/store/trash-page.ts'
import { foundPages, pageElements } from './support/browser/page-elements.ts'
import { signedIn, type WebClient, webClient } from './support/browser/web-client.ts'
import { userPassword } from './support/prepared-store.ts'
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

  const save = (pageTitle: string, content: string, fields: object = {}): Promise<string> =>
    server.save({ pageTitle, content, ...fields })
  const ask = async (q: string, more: Record<string, string> = {}): Promise<string> => {
    const answer = await reader.get(`/search?${new URLSearchParams({ q, ...more })}`)
    assert.equal(answer.status, 200, q)
    return answer.html
  }
  const classed = (html: string, name: string) =>
    pageElements(html).filter(({ attrs }) => attrs.class === name)
  const textsOf = (html: string, name: string): string[] =>
    classed(html, name).map(({ text }) => text)
  const titles = async (q: string): Promise<string[]> =>
    foundPages(await ask(q)).map(({ text }) => text)
  const notes = async (q: string): Promise<string[]> => textsOf(await ask(q), 'search-note')
  const suggest = async (q: string, space = ''): Promise<string> =>
    (await reader.get(`/search/suggest?${new URLSearchParams({ q, space })}`)).html

  test('a hit is the section, with its way, its address and its words marked', async () => {
    const parentId = await save('Ingress', 'x')
    const id = await save(
      'Certificates',
      '# Before\n\nZebras.\n\n# How to renew\n\nRenewal begins *early*.\n\n# How to renew\n\nAgain.',
      { parentId },
    )
    const html = await ask('renew')
    const places = foundPages(html).flatMap((page) => page.places)
    assert.deepEqual(
      places.map(({ text, address }) => [text, address]),
      [
        ['How to renew', `/wiki/spaces/DOCS/pages/${id}#h-how-to-renew`],
        ['How to renew', `/wiki/spaces/DOCS/pages/${id}#h-how-to-renew-1`],
      ],
    )
    assert.match(textsOf(html, 'hit-path')[0] ?? '', /^Space DOCS\s+Ingress\s*$/)
    assert.deepEqual(
      pageElements(html)
        .filter(({ name }) => name === 'mark')
        .map(({ text }) => text),
      ['renew', 'Renewal', 'renew'],
    )
    const page = await reader.get(places[1]?.address ?? '')
    assert.ok(pageElements(page.html).some(({ attrs }) => attrs.id === 'h-how-to-renew-1'))
  })

  test('a title comes before a heading, and a heading before a text, whichever is newer', async () => {
    await save('Okapi', 'x')
    await save('Headings', '# The okapi\n\nx')
    await save('Two headings', '# An okapi that eats\n\nx\n\n# y')
    await save('Text', 'An okapi, an okapi, an okapi, an okapi.')
    await save('Some okapi of many', 'x')
    assert.deepEqual(await titles('okapi'), [
      'Okapi',
      'Some okapi of many',
      'Headings',
      'Two headings',
      'Text',
    ])
    const suggested = pageElements(await suggest('okapi'))
    assert.deepEqual(
      suggested
        .filter(({ attrs }) => attrs.role === 'group')
        .map(({ attrs }) => attrs['aria-label']),
      await titles('okapi'),
    )
  })

  test('words of the title and of one heading find the section together', async () => {
    const id = await save('Wombats', '# Food\n\nGrass.\n\n# Houses\n\nHoles.')
    const [place] = foundPages(await ask('wombats houses')).flatMap((page) => page.places)
    assert.equal(place?.address, `/wiki/spaces/DOCS/pages/${id}#h-houses`)
  })

  test('one slip in a word still finds, and is said', async () => {
    await save('Tuning the flamingo', '# Feathers\n\nPink.')
    const slips = ['flamnigo', 'flaminog', 'flamigo', 'flammingo', 'flaningo', 'lfamingo']
    for (const slip of [...slips, 'flamnig']) {
      assert.deepEqual(await titles(slip), ['Tuning the flamingo'], slip)
    }
    assert.deepEqual(await notes('flamnigo tunnig'), [
      'Nothing has flamnigo tunnig. Shown are results for flamingo tuning.',
    ])
    assert.deepEqual(await notes('flamingo'), [])
    assert.match(await suggest('flamnigo'), /Shown are results for <b>flamingo<\/b>/)
    assert.deepEqual(await titles('flxmnigo'), [])
    // Each word exists, only not together.
    await save('Lost', 'A bone, a horse.')
    await save('House', 'A house, a stone.')
    assert.deepEqual(await titles('stone horse'), ['House'])
  })

  test('a slip is found among many words, in the text alone, in other scripts, and page by page', async () => {
    await save(
      'Cluster',
      `${'word '.repeat(500)}\n\nHow to set up a kubernetes cluster with two nodes.`,
    )
    assert.deepEqual(await titles('how to set up kuberntes cluster nodes two'), ['Cluster'])
    await save('Установка', 'Настройка сервера.')
    assert.deepEqual(await titles('устанвока настройка'), ['Установка'])
    for (let number = 1; number <= 21; number += 1) await save(`Meerkat ${number}`, 'x')
    const [first, second] = [await ask('meerkta'), await ask('meerkta', { page: '2' })]
    assert.deepEqual([foundPages(first).length, foundPages(second).length], [20, 1])
    assert.match(second, /Shown are results for <b>meerkat<\/b>/)
    const past = await ask('meerkat', { page: '50' })
    assert.match(past, /There are no more pages/)
    assert.deepEqual(textsOf(past, 'search-note'), [])
  })

  test('no word of a page that is hidden is found, suggested or corrected to', async () => {
    const secret = await server.createSpace('SECRET')
    const place = { spaceId: secret.id, parentId: secret.homepageId }
    await save('Xanadu plans', '# Quicksilver\n\nThe platypus moves.', place)
    const trashed = await save('Gone', 'A marmoset.')
    await trashPage(server, trashed, 'admin')
    const asked = ['xanadu', 'xanaud', 'quicksilver', 'quicksilvre', 'platypsu', 'marmosett']
    for (const q of asked) {
      for (const html of [await ask(q), await suggest(q), await suggest(q, 'SECRET')]) {
        assert.doesNotMatch(html, /Xanadu|Quicksilver|[Pp]latypus|marmoset[^t]|SECRET|Shown are/, q)
      }
    }
    const answerTo = async (q: string): Promise<string> =>
      (await ask(q)).replace(/^.*<main/s, '').replaceAll(q, '')
    assert.equal(await answerTo('xanaud'), await answerTo('xanxxd'))
    const boss = await server.createUser('boss', { isAdministrator: true })
    const administrator = webClient(server.url)
    await administrator.signIn(boss.name, userPassword)
    for (const q of ['xanaud', 'quicksilvre', 'platypsu']) {
      assert.match((await administrator.get(`/search?q=${q}`)).html, /Xanadu/, q)
      assert.match((await administrator.get(`/search/suggest?q=${q}`)).html, /Xanadu/, q)
    }
  })
})
