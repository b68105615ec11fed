/** The administration pages of connected spaces, and what readers see in them. @module */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  listConnections,
  type SpaceConnection,
  spaceConnections,
} from '../src/confluence/delivery/connections/space-connections.ts'
import type { Space } from '../src/wiki/import/target-wiki.ts'
import { signedIn, type WebAnswer, type WebClient } from './support/browser/web-client.ts'
import { connectSample } from './support/delivery/sample-connection.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

const remoteAddress = 'https://acme.test/wiki/spaces/ENG'

forEachEngine((_, engine) => {
  const server = freshServer(engine, { readers: 'users' })
  let boss: WebClient
  let space: Space
  before(async () => {
    await server.createUser('boss', { isAdministrator: true })
    boss = await signedIn(server, 'boss')
  })

  const keeper = () => spaceConnections(server)
  const find = async (key: string): Promise<SpaceConnection | undefined> =>
    (await listConnections(server.database)).find(({ spaceKey }) => spaceKey === key)
  const text = (answer: WebAnswer): string => answer.elements('main')[0]?.text ?? ''
  const rowsOf = (answer: WebAnswer): string[] => answer.elements('tr').map((row) => row.text)
  const linksOf = (answer: WebAnswer): (string | undefined)[] =>
    answer.elements('a').map(({ attrs }) => attrs.href)

  test('without a connection the page says what makes one', async () => {
    const page = await boss.get('/manage/connections')
    assert.match(text(page), /No space is connected/)
    assert.match(text(page), /markport space connect DOCS --to https:/)
    assert.equal((await boss.get('/manage/connections/DOCS')).status, 404)
    space = await connectSample(server, 'WORK')
  })

  test('the list tells where each space is, who writes there, and what is on the way', async () => {
    const page = await boss.get('/manage/connections')
    const [row = ''] = rowsOf(page).filter((one) => /WORK/.test(one))
    assert.match(row, /^WORKSpace ENG \(ENG\)https:\/\/acme\.test\/wikiBuild robot2 imports/)
    assert.ok(linksOf(page).includes(remoteAddress))
    assert.equal(page.html.includes('/run/secrets'), false)
  })

  test('a connection tells what waits and why', async () => {
    const page = await boss.get('/manage/connections/work')
    assert.equal(page.status, 200)
    assert.match(text(page), /Pages are written byBuild robot/)
    assert.match(text(page), /in the file \/run\/secrets\/confluence/)
    const rows = rowsOf(page)
    assert.match(
      rows.find((row) => /Errors/.test(row)) ?? '',
      /Not written yet.*3Confluence answers 503/,
    )
    assert.match(rows.find((row) => /Install/.test(row)) ?? '', /Page written, rest to do.*0none/)
    assert.ok(linksOf(page).includes('/manage/imports?space=WORK'))
  })

  test('a connection shows its rules, and no form changes it', async () => {
    const page = await boss.get('/manage/connections/WORK')
    assert.match(text(page), /A title that another page hasrefuse the import/)
    assert.ok(linksOf(page).includes('/manage/spaces/WORK/settings'))
    const { status } = await boss.submit('/manage/connections/WORK', { titleClash: 'suffix' })
    assert.equal(status, 404)
  })

  test('readers of a connected space are led to Confluence, and writers import nothing here', async () => {
    await server.grant(await server.createUser('mia'), space, 'write')
    const visitor = await signedIn(server, 'mia')
    const { location = '' } = await visitor.get('/wiki/spaces/WORK')
    const page = await visitor.get(location)
    assert.match(text(page), /The pages of this space are in Confluence: Space ENG\./)
    assert.equal(/from before/.test(text(page)), false)
    assert.ok(linksOf(page).includes(remoteAddress))
    assert.equal(
      linksOf(page).some((href) => href?.startsWith('/import?') && href.includes('parent=')),
      false,
    )
    assert.equal((await visitor.get('/wiki/spaces/DOCS')).status, 404)
    const docs = await boss.get(`/wiki/spaces/DOCS/pages/${server.space.homepageId}`)
    assert.equal(/in Confluence/.test(text(docs)), false)
    assert.ok(linksOf(docs).some((href) => href?.includes('/import?') && href.includes('parent=')))
  })

  test('forms and lists name the homepage at Confluence as the page to import below', async () => {
    const there = `${space.id}00`
    const [row = ''] = rowsOf(await boss.get('/manage/spaces')).filter((one) => /WORK/.test(one))
    assert.ok(row.includes(there) && !row.includes(space.homepageId), row)
    const visitor = await signedIn(server, 'mia')
    const form = await visitor.get('/import?space=WORK')
    const chosen = form.elements('option').find(({ attrs }) => attrs.value === space.id)
    assert.match(chosen?.text ?? '', /WORK/)
    assert.match(text(form), /cannot be listed now/)
    const parents = form.elements('input').filter(({ attrs }) => attrs.name === 'parentId')
    assert.deepEqual(
      parents.map(({ attrs }) => [attrs.value, 'checked' in attrs]),
      [[there, true]],
    )
    await visitor.get('/manage/tokens/new')
    const fields = { name: 'for-work', days: '7', kind: 'api', rights: 'change' }
    const token = await visitor.submit('/manage/tokens/new', fields)
    assert.ok(token.html.includes(there) && !token.html.includes(space.homepageId))
  })

  test('pages from before stay readable, and say that they are from before', async () => {
    const before = await server.createSpace('OLD')
    const { json } = await server.post({
      spaceId: 'OLD',
      parentId: before.homepageId,
      pageTitle: 'Kept',
      content: 'Old words',
    })
    const connections = keeper()
    const { spaceKey: _, connectedAt: __, ...sample } = (await find('WORK')) ?? {}
    const remoteSpace = { id: '9', key: '~p"ers', name: '<b>Person</b>', homepageId: undefined }
    await connections.connect(
      {
        ...(sample as Parameters<typeof connections.connect>[0]),
        spaceId: before.id,
        kind: 'data-center',
        remoteSpace,
      },
      'test',
    )
    const page = await boss.get(`/wiki/spaces/OLD/pages/${json.page.id}`)
    assert.match(text(page), /Old words/)
    assert.match(text(page), /in Confluence: <b>Person<\/b>\. This page is from before that\./)
    assert.ok(linksOf(page).includes('https://acme.test/wiki/display/~p%22ers'))
  })
})
