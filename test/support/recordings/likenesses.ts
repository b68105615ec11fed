/** Made-up answers and bodies in the likeness of recorded ones, with what each teaches. @module */
import type { ConfluenceErrorKind } from '../../../src/confluence/confluence-error.ts'
import type { RecordedAnswer, Recording } from './recording.ts'

export type Likeness = Omit<Recording, 'file'> & {
  readonly answer?: Partial<RecordedAnswer>
  readonly text?: string | object
}

const base = 'https://a.example/wiki'
const createdAt = '2026-10-04T04:14:10.761Z'
const version = { number: 3, minorEdit: false, authorId: '70:1', createdAt }
const webui = '/spaces/ENG/pages/7/A+page'
const page = {
  id: '7',
  title: 'A page',
  status: 'current',
  spaceId: '5',
  parentId: '6',
  parentType: 'page',
  position: 54_796_672,
  ownerId: '70:1',
  authorId: '70:1',
  lastOwnerId: null,
  createdAt,
  _links: { base, webui, editui: '/pages/resumedraft.action?draftId=7' },
}
const attachment = {
  id: 'att8',
  title: 'a.txt',
  status: 'current',
  pageId: '7',
  mediaType: 'text/plain',
  fileId: '00000000-0000-4000-8000-000000000008',
  comment: 'sha256:aa',
  fileSize: 14,
  mediaTypeDescription: 'Text File',
  version: { number: 1, message: 'sha256:aa' },
  downloadLink: '/download/attachments/7/a.txt?version=1&cacheVersion=1&api=v2',
}
const v1Error = (statusCode: number, message: string, errors: object[] = []): object => ({
  statusCode,
  message,
  data: { authorized: true, valid: false, errors, successful: false },
})
const refused = 'com.example.BadRequestException: '
const paragraph = (text: string, attrs?: object): object => ({
  type: 'paragraph',
  ...(attrs && { attrs }),
  content: [{ type: 'text', text }],
})
const doc = (...content: object[]): object => ({ type: 'doc', version: 1, content })
const code = (language: string, text: string, more: object = {}): object => ({
  type: 'codeBlock',
  attrs: { language, ...more },
  content: [{ type: 'text', text }],
})
const annotation = { type: 'annotation', attrs: { id: 'a-1', annotationType: 'inlineComment' } }
const cloud = (id: string, kind: string, body: object, more: Partial<Likeness> = {}): Likeness => ({
  id,
  kind,
  product: 'cloud',
  ...more,
  answer: { body, ...more.answer },
})
const dataCenter = (id: string, kind: string, body: object, more: Partial<Likeness> = {}) =>
  cloud(id, kind, body, { ...more, product: 'data-center' })
const error = (
  id: string,
  status: number,
  [kind, says]: readonly [ConfluenceErrorKind, string?],
  body: object,
): Likeness => {
  const expect = { read: kind, write: kind, ...(says === undefined ? {} : { says }) }
  return cloud(id, 'error', body, { expect, answer: { status } })
}
const list = (results: readonly object[], next?: string): object => ({
  results,
  _links: { base, ...(next === undefined ? {} : { next }) },
})
const put = (path: string) => ({ answer: { request: { method: 'PUT', path } } })

const answers: readonly Likeness[] = [
  // Live pages have no separate editor and extra fields; an editor's save has no message.
  cloud('live-page', 'page', {
    ...page,
    subtype: 'live',
    sourceTemplateEntityId: null,
    spaceOwnerId: '70:2',
    version: { ...version, message: '', ncsStepVersion: null },
    _links: { ...page._links, editui: webui },
    labels: { results: [{ id: '1', name: 'two', prefix: 'global' }], meta: { hasMore: false } },
  }),
  cloud(
    'page-updated',
    'page',
    { ...page, version: { ...version, message: 'reparent' }, body: {}, ownerId: null },
    put('/wiki/api/v2/pages/7'),
  ),
  cloud('home', 'page', { ...page, parentId: null, parentType: null, version, body: {} }),
  cloud(
    'spaces',
    'space-list',
    list([{ id: '5', key: 'Eng', name: 'Engineering', homepageId: '6', icon: null }]),
  ),
  // Addresses of further parts come with or without the site, and with or without its path.
  cloud(
    'files',
    'attachment-list',
    list([attachment], '/wiki/api/v2/pages/7/attachments?limit=100&cursor=abc'),
    { next: 'files-2' },
  ),
  cloud(
    'files-2',
    'attachment-list',
    list([
      {
        ...attachment,
        id: 'att9',
        title: 'test ünï',
        mediaTypeDescription: null,
        downloadLink: '/rest/api/content/7/child/attachment/att9/download',
      },
    ]),
  ),
  cloud(
    'children',
    'child-list',
    list(
      [{ id: '8', title: 'One', status: 'current', spaceId: '5', childPosition: 50 }],
      'https://a.example/wiki/api/v2/pages/7/direct-children?cursor=9x',
    ),
    { next: 'children-2' },
  ),
  cloud('children-2', 'child-list', list([{ id: '9', title: 'Two', childPosition: 920 }])),
  cloud(
    'search',
    'v1-search',
    {
      start: 0,
      limit: 5,
      size: 1,
      totalSize: 2,
      cqlQuery: 'type = page',
      ...list(
        [{ content: { id: '7', type: 'page' }, url: '/spaces/ENG/pages/7' }],
        '/rest/api/search?next=true&cursor=_t_abc%3D&limit=5&start=5',
      ),
    },
    { next: 'search-2' },
  ),
  cloud('search-2', 'v1-search', list([{ content: { id: '8', type: 'page' } }])),
  cloud(
    'pages',
    'page-list',
    list([
      { ...page, version },
      { ...page, id: '8', title: 'B', parentId: null, version },
    ]),
  ),
  cloud('labels', 'label-list', list([{ prefix: 'global', name: 'ünïcode', id: '3' }])),
  cloud(
    'properties',
    'property-list',
    list([{ id: '4', key: 'content-appearance-draft', value: 'full-width', version }]),
  ),
  cloud(
    'property',
    'property',
    { id: '4', key: 'own', value: '{"v":2}', version: { number: 2, message: '' } },
    put('/wiki/api/v2/pages/7/properties/4'),
  ),
  cloud('file', 'attachment', attachment),
  cloud('upload', 'v1-upload', {
    results: [
      {
        id: 'att8',
        type: 'attachment',
        title: 'a.txt',
        extensions: { comment: 'sha256:aa', fileId: attachment.fileId },
      },
    ],
    size: 1,
  }),
  cloud('account', 'v1-user', {
    type: 'known',
    accountId: '70:1',
    displayName: 'A Person',
    publicName: 'A',
  }),
  cloud('restrictions', 'other', { results: [], restrictionsHash: '' }),
  dataCenter(
    'content',
    'v1-content',
    {
      id: '7',
      type: 'page',
      status: 'current',
      title: 'A page',
      space: { id: 5, key: 'ENG' },
      ancestors: [{ id: '6' }],
      version: { number: 2, when: '2026-10-04T04:14:10.761+02:00' },
      history: { createdDate: '2026-10-04T04:14:10.761+02:00' },
      extensions: { position: -1 },
      body: { storage: { value: '<p>One.</p>', representation: 'storage' } },
    },
    { expanded: true },
  ),
  dataCenter(
    'content-list',
    'v1-content-list',
    {
      results: [{ id: '8', type: 'page', title: 'One', extensions: { position: 0 } }],
      start: 0,
      limit: 1,
      size: 1,
      _links: { base: 'https://b.example', next: '/rest/api/content?limit=1&start=1' },
    },
    { next: 'content-list-2' },
  ),
  dataCenter('content-list-2', 'v1-content-list', {
    results: [{ id: '9', type: 'page', title: 'Two' }],
    start: 1,
    limit: 1,
    _links: {},
  }),
]

const errors: readonly Likeness[] = [
  error('no-scope', 401, ['credential'], {
    code: 401,
    message: 'Unauthorized; scope does not match',
  }),
  error('not-permitted', 403, ['credential', 'not permitted'], {
    message: 'User not permitted to use it',
    statusCode: 403,
  }),
  // A status is a number or a text.
  error('stale', 409, ['conflict', '^Version must be'], {
    errors: [{ status: '409', code: 'CONFLICT', title: 'Version must be newer.', detail: null }],
  }),
  error(
    'same-file',
    400,
    ['bad-request', '^Cannot add'],
    v1Error(400, `${refused}Cannot add the same file`),
  ),
  // The reason may stand in place of a key or a translation.
  error(
    'long-title',
    400,
    ['bad-request', 'too long'],
    v1Error(400, `${refused}Could not create it`, [
      { message: { key: 'The title is too long.', args: [] } },
    ]),
  ),
  error(
    'purge',
    400,
    ['bad-request', 'trashed first'],
    v1Error(400, `${refused}Unable to`, [
      { message: { translation: 'It must be trashed first', args: [] } },
    ]),
  ),
  error('removed', 410, ['removed', 'has been removed'], {
    statusCode: 410,
    message: 'GoneException: This deprecated endpoint has been removed.',
  }),
]

const bodies: readonly Likeness[] = [
  // An editor's save: ids everywhere, widths on unmarked nodes, an empty line at the end.
  {
    id: 'api-save',
    kind: 'adf-body',
    product: 'cloud',
    languageNamesSent: true,
    text: doc(paragraph('Before.'), code('shell', 'bash'), code('javascript', 'js'), {
      ...code('python', 'a = 1\nb = 2'),
      marks: [{ type: 'breakout', attrs: { mode: 'wide' } }],
    }),
    sent: [{ block: 0, node: paragraph('Before.', {}) }],
  },
  {
    id: 'editor-save',
    kind: 'adf-body',
    product: 'cloud',
    pairOf: 'api-save',
    typedBlocks: [0],
    addedAtEnd: 1,
    text: doc(
      {
        ...paragraph('Before.', { localId: '000000000001' }),
        content: [
          { type: 'text', text: 'Before.', marks: [annotation] },
          { type: 'text', text: ' XX' },
        ],
      },
      {
        ...code('shell', 'bash', { localId: '000000000002' }),
        marks: [{ type: 'breakout', attrs: { mode: 'wide', width: 760 } }],
      },
      code('javascript', 'js', { localId: '000000000003' }),
      {
        ...code('python', 'a = 1\nb = 2', { localId: '000000000004' }),
        marks: [{ type: 'breakout', attrs: { mode: 'wide', width: 1_011 } }],
      },
      paragraph('Typed behind.', { localId: '000000000005' }),
    ),
  },
  {
    id: 'hand-made',
    kind: 'storage-body',
    product: 'data-center',
    sameAs: 'said',
    text: '<p>An <ac:inline-comment-marker ac:ref="b-1">example</ac:inline-comment-marker> page</p>',
  },
  { id: 'said', kind: 'adf-body', product: 'cloud', text: doc(paragraph('An example page')) },
]

export const likenesses: readonly Likeness[] = [...answers, ...errors, ...bodies]
