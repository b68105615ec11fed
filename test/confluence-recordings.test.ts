/** A small sample of what `npm run confluence-recordings` reads, made up in the likeness of recorded answers. @module */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { checkRecordings } from './support/recordings/check-recordings.ts'
import { readRecordings } from './support/recordings/recording.ts'

const _links = { base: 'https://a.example/wiki', webui: '/spaces/ENG/pages/7/A+page' }
const page = { id: '7', title: 'A page', status: 'current', spaceId: '5', parentId: '6', _links }
const attachment = { id: 'att8', title: 'a.txt', fileId: '0-8', downloadLink: '/download/a.txt' }
const said = 'com.example.BadRequestException: Cannot add the same file'
const data = { authorized: true, valid: false, errors: [], successful: false }
const paragraph = (text: string, attrs?: object) => ({
  type: 'paragraph',
  ...(attrs && { attrs }),
  content: [{ type: 'text', text }],
})
const doc = (...content: object[]) => ({ type: 'doc', version: 1, content })
const ofCloud = { product: 'cloud' }
const ofAdf = { ...ofCloud, kind: 'adf-body' }

const answers: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[] = [
  {
    ...ofCloud,
    id: 'updated',
    kind: 'page',
    status: 200,
    request: { method: 'PUT', path: '/wiki/api/v2/pages/7' },
    body: { ...page, version: { number: 3, message: 'reparent' }, body: {} },
  },
  // Addresses of further parts come with or without the site.
  {
    ...ofCloud,
    id: 'files',
    kind: 'attachment-list',
    status: 200,
    next: 'files-2',
    body: { results: [attachment], _links: { next: '/wiki/api/v2/pages/7/attachments?cursor=x' } },
  },
  {
    ...ofCloud,
    id: 'files-2',
    kind: 'attachment-list',
    status: 200,
    body: { results: [{ ...attachment, id: 'att9' }], _links },
  },
  {
    ...ofCloud,
    id: 'same-file',
    kind: 'error',
    status: 400,
    expect: { read: 'bad-request', write: 'bad-request', says: '^Cannot add' },
    body: { statusCode: 400, message: said, data },
  },
  { ...ofCloud, id: 'restrictions', kind: 'other', status: 200, body: { results: [] } },
]

const bodies = [
  {
    ...ofAdf,
    id: 'api-save',
    text: doc(paragraph('Before.')),
    sent: [{ block: 0, node: paragraph('Before.', {}) }],
  },
  // An editor's save: ids everywhere, and an empty line at the end.
  {
    ...ofAdf,
    id: 'editor-save',
    pairOf: 'api-save',
    typedBlocks: [0],
    addedAtEnd: 1,
    text: doc(paragraph('Before. XX', { localId: '1' }), paragraph('Typed.', { localId: '2' })),
  },
  {
    id: 'hand-made',
    kind: 'storage-body',
    product: 'data-center',
    sameAs: 'said',
    text: '<p>An <ac:inline-comment-marker ac:ref="b">example</ac:inline-comment-marker> page</p>',
  },
  { ...ofAdf, id: 'said', text: doc(paragraph('An example page')) },
]

test('answers and bodies are read as they are', async () => {
  const folder = temporaryFolder()
  const write = (id: string, text: unknown): string => {
    writeFileSync(
      join(folder, `${id}.json`),
      typeof text === 'string' ? text : JSON.stringify(text),
    )
    return `${id}.json`
  }
  const items = [
    ...answers.map(({ status, body, request = null, ...item }) => {
      return { ...item, file: write(item.id, { request, status, headers: {}, body }) }
    }),
    ...bodies.map(({ text, ...item }) => ({ ...item, file: write(item.id, text) })),
  ]
  write('index', { items })
  const { read, shortened, unasked, failures } = await checkRecordings(readRecordings(folder))
  assert.deepEqual([failures, shortened, unasked], [[], [], ['restrictions']])
  assert.deepEqual(Object.fromEntries(read), {
    page: 1,
    'attachment-list': 2,
    error: 1,
    'adf-body': 3,
    'storage-body': 1,
  })
})
