import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { importPage, type PageFields } from '../src/folder/client/import-page.ts'
import { askPreview, previewEndpoint } from '../src/folder/client/service-requests.ts'
import { sql } from '../src/store/sql.ts'
import { trashPage } from '../src/wiki/store/trash-page.ts'
import {
  type PreviewSpace,
  type PreviewSpaces,
  previewSpaces,
} from './support/folders/preview-space.ts'
import { freshServer } from './support/service/fresh-server.ts'

const server = freshServer('sqlite')
let spaces: PreviewSpaces

before(async () => {
  spaces = previewSpaces(server)
})
after(async () => {
  spaces.remove()
})

const sender = ({ space, name }: PreviewSpace, runId: string) => {
  const { endpoint, token } = server
  const connection = { endpoint, token, runId, maxAttempts: 1 }
  const into = { ...connection, endpoint: previewEndpoint(endpoint, name) }
  return {
    put: (fields: Omit<PageFields, 'spaceId'>, isImport = false) =>
      importPage(isImport ? connection : into, {
        spaceId: space.key,
        overwrite: true,
        ...fields,
      }),
    ask: (action: 'begin' | 'show', gone: { pageId: string; version: number }[] = []) =>
      askPreview(connection, name, action, { spaceId: space.key, gone }),
  }
}
const pagesOf = async ({ space }: PreviewSpace) => {
  const rows = await server.database.read<{ id: number; title: string; version: number }>(
    sql`select id, title, version from pages where space_id = ${Number(space.id)}`,
  )
  return new Map(
    rows.map(({ id, title, version }) => [title, { pageId: String(id), version }] as const),
  )
}

test('pages go that nobody changed and nothing stays below, and never a homepage', async () => {
  const made = await spaces.start({
    'kept/README.md': '# Kept\n\nAbove.\n',
    'kept/within/README.md': '# Within\n\nBetween.\n',
    'kept/within/leaf.md': '# Leaf\n\nBelow.\n',
    'all/README.md': '# All\n\nGoes.\n',
    'all/one.md': '# One\n\nGoes as well.\n',
    'edited.md': '# Edited\n\nWords.\n',
  })
  const { ask, put } = sender(made, 'going')
  const { homepageId } = made.space
  const within = (await pagesOf(made)).get('Within')?.pageId ?? ''
  // No file ever stood for this page.
  await put({ parentId: within, pageTitle: 'Stays', content: 'Of somebody.' }, true)
  const before = await pagesOf(made)
  const named = (title: string) => before.get(title) ?? { pageId: '', version: 0 }
  await put({ parentId: homepageId, pageTitle: 'Edited', content: 'Other words.' }, true)
  await ask('begin')
  const home = { pageId: homepageId, version: 1 }
  const others = ['Kept', 'Within', 'Leaf', 'All', 'One', 'Edited'].map(named)
  await ask('show', [home, ...others])
  assert.deepEqual(await made.kept(), [
    { title: 'All', kind: 'gone' },
    { title: 'Leaf', kind: 'gone' },
    { title: 'One', kind: 'gone' },
  ])
})

test('a page that somebody trashes while its run sends is sent again as a new one', async () => {
  const made = await spaces.start({ 'here.md': '# Here\n\nWords.\n' })
  const { ask, put } = sender(made, 'trashing')
  const page = { parentId: made.space.homepageId, pageTitle: 'Here', content: 'Other words.' }
  const { pageId = '' } = (await pagesOf(made)).get('Here') ?? {}
  await ask('begin')
  const outcomes = [(await put(page)).outcome]
  await trashPage(server, pageId, 'test')
  outcomes.push((await put(page)).outcome)
  assert.deepEqual(outcomes, ['updated', 'created'])
})
