/** Made-up answers and bodies in the likeness of recorded ones, with what each teaches. @module */
import type { RecordedAnswer, Recording } from './recording.ts'

export type Likeness = Omit<Recording, 'file'> & {
  readonly answer?: Partial<RecordedAnswer>
  readonly text?: string | object
}

const base = 'https://a.example/wiki'
const version = {
  number: 3,
  minorEdit: false,
  authorId: '70:1',
  createdAt: '2026-10-04T04:14:10.761Z',
}
const page = {
  ...{
    id: '7',
    title: 'A page',
    status: 'current',
    spaceId: '5',
    parentId: '6',
    parentType: 'page',
  },
  ...{ position: 54_796_672, ownerId: '70:1', authorId: '70:1', lastOwnerId: null },
  createdAt: '2026-10-04T04:14:10.761Z',
  _links: {
    base,
    webui: '/spaces/ENG/pages/7/A+page',
    editui: '/pages/resumedraft.action?draftId=7',
  },
}
const attachment = {
  ...{ id: 'att8', title: 'a.txt', status: 'current', pageId: '7', mediaType: 'text/plain' },
  ...{ fileId: '00000000-0000-4000-8000-000000000008', comment: 'sha256:aa', fileSize: 14 },
  ...{ mediaTypeDescription: 'Text File', version: { number: 1, message: 'sha256:aa' } },
  downloadLink: '/download/attachments/7/a.txt?version=1&cacheVersion=1&api=v2',
}
const v1Error = (statusCode: number, message: string, errors: object[] = []): object => ({
  ...{ statusCode, message },
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
  ...{ type: 'codeBlock', attrs: { language, ...more }, content: [{ type: 'text', text }] },
})
const annotation = { type: 'annotation', attrs: { id: 'a-1', annotationType: 'inlineComment' } }
const bad = { read: 'bad-request', write: 'bad-request' } as const
const credential = { read: 'credential', write: 'credential' } as const

export const likenesses: readonly Likeness[] = [
  // Live pages have no separate editor and extra fields; an editor's save has no message.
  {
    ...{ id: 'live-page', kind: 'page', product: 'cloud' },
    answer: {
      body: {
        ...{ ...page, subtype: 'live', sourceTemplateEntityId: null, spaceOwnerId: '70:2' },
        version: { ...version, message: '', ncsStepVersion: null },
        _links: { ...page._links, editui: '/spaces/ENG/pages/7/A+page' },
        labels: { results: [{ id: '1', name: 'two', prefix: 'global' }], meta: { hasMore: false } },
      },
    },
  },
  {
    ...{ id: 'page-updated', kind: 'page', product: 'cloud' },
    answer: {
      request: { method: 'PUT', path: '/wiki/api/v2/pages/7' },
      body: { ...page, version: { ...version, message: 'reparent' }, body: {}, ownerId: null },
    },
  },
  {
    ...{ id: 'home', kind: 'page', product: 'cloud' },
    answer: { body: { ...page, parentId: null, parentType: null, version, body: {} } },
  },
  {
    ...{ id: 'spaces', kind: 'space-list', product: 'cloud' },
    answer: {
      body: {
        results: [{ id: '5', key: 'Eng', name: 'Engineering', homepageId: '6', icon: null }],
        _links: { base },
      },
    },
  },
  // Addresses of further parts come with or without the site, and with or without its path.
  {
    ...{ id: 'files', kind: 'attachment-list', product: 'cloud', next: 'files-2' },
    answer: {
      body: {
        results: [attachment],
        _links: { base, next: '/wiki/api/v2/pages/7/attachments?limit=100&cursor=abc' },
      },
    },
  },
  {
    ...{ id: 'files-2', kind: 'attachment-list', product: 'cloud' },
    answer: {
      body: {
        results: [
          {
            ...{ ...attachment, id: 'att9', title: 'test ünï', mediaTypeDescription: null },
            downloadLink: '/rest/api/content/7/child/attachment/att9/download',
          },
        ],
        _links: { base },
      },
    },
  },
  {
    ...{ id: 'children', kind: 'child-list', product: 'cloud', next: 'children-2' },
    answer: {
      body: {
        results: [{ id: '8', title: 'One', status: 'current', spaceId: '5', childPosition: 50 }],
        _links: { next: 'https://a.example/wiki/api/v2/pages/7/direct-children?cursor=9x' },
      },
    },
  },
  {
    ...{ id: 'children-2', kind: 'child-list', product: 'cloud' },
    answer: {
      body: { results: [{ id: '9', title: 'Two', type: 'page', childPosition: 920 }], _links: {} },
    },
  },
  {
    ...{ id: 'search', kind: 'v1-search', product: 'cloud', next: 'search-2' },
    answer: {
      body: {
        results: [{ content: { id: '7', type: 'page' }, url: '/spaces/ENG/pages/7' }],
        ...{ start: 0, limit: 5, size: 1, totalSize: 2, cqlQuery: 'type = page' },
        _links: { base, next: '/rest/api/search?next=true&cursor=_t_abc%3D&limit=5&start=5' },
      },
    },
  },
  {
    ...{ id: 'search-2', kind: 'v1-search', product: 'cloud' },
    answer: { body: { results: [{ content: { id: '8', type: 'page' } }], _links: { base } } },
  },
  {
    ...{ id: 'pages', kind: 'page-list', product: 'cloud' },
    answer: {
      body: {
        results: [
          { ...page, version },
          { ...page, id: '8', title: 'B', parentId: null, version },
        ],
        _links: {},
      },
    },
  },
  {
    ...{ id: 'labels', kind: 'label-list', product: 'cloud' },
    answer: {
      body: { results: [{ prefix: 'global', name: 'ünïcode', id: '3' }], _links: { base } },
    },
  },
  {
    ...{ id: 'properties', kind: 'property-list', product: 'cloud' },
    answer: {
      body: {
        results: [{ id: '4', key: 'content-appearance-draft', value: 'full-width', version }],
        _links: { base },
      },
    },
  },
  {
    ...{ id: 'property', kind: 'property', product: 'cloud' },
    answer: {
      request: { method: 'PUT', path: '/wiki/api/v2/pages/7/properties/4' },
      body: { id: '4', key: 'own', value: '{"v":2}', version: { number: 2, message: '' } },
    },
  },
  {
    ...{ id: 'file', kind: 'attachment', product: 'cloud' },
    answer: { body: attachment },
  },
  {
    ...{ id: 'upload', kind: 'v1-upload', product: 'cloud' },
    answer: {
      body: {
        results: [
          {
            ...{ id: 'att8', type: 'attachment', title: 'a.txt' },
            extensions: { comment: 'sha256:aa', fileId: attachment.fileId },
          },
        ],
        size: 1,
      },
    },
  },
  {
    ...{ id: 'account', kind: 'v1-user', product: 'cloud' },
    answer: {
      body: { type: 'known', accountId: '70:1', displayName: 'A Person', publicName: 'A' },
    },
  },
  {
    ...{ id: 'content', kind: 'v1-content', product: 'data-center', expanded: true },
    answer: {
      body: {
        ...{
          id: '7',
          type: 'page',
          status: 'current',
          title: 'A page',
          space: { id: 5, key: 'ENG' },
        },
        ...{
          ancestors: [{ id: '6' }],
          version: { number: 2, when: '2026-10-04T04:14:10.761+02:00' },
        },
        history: { createdDate: '2026-10-04T04:14:10.761+02:00' },
        extensions: { position: -1 },
        body: { storage: { value: '<p>One.</p>', representation: 'storage' } },
      },
    },
  },
  {
    ...{
      id: 'content-list',
      kind: 'v1-content-list',
      product: 'data-center',
      next: 'content-list-2',
    },
    answer: {
      body: {
        results: [{ id: '8', type: 'page', title: 'One', extensions: { position: 0 } }],
        ...{ start: 0, limit: 1, size: 1 },
        _links: { base: 'https://b.example', next: '/rest/api/content?limit=1&start=1' },
      },
    },
  },
  {
    ...{ id: 'content-list-2', kind: 'v1-content-list', product: 'data-center' },
    answer: {
      body: { results: [{ id: '9', type: 'page', title: 'Two' }], start: 1, limit: 1, _links: {} },
    },
  },
  {
    ...{ id: 'no-scope', kind: 'error', product: 'cloud', expect: credential },
    answer: { status: 401, body: { code: 401, message: 'Unauthorized; scope does not match' } },
  },
  {
    ...{ id: 'not-permitted', kind: 'error', product: 'cloud' },
    expect: { ...credential, says: 'not permitted' },
    answer: { status: 403, body: { message: 'User not permitted to use it', statusCode: 403 } },
  },
  // A status is a number or a text.
  {
    ...{ id: 'stale', kind: 'error', product: 'cloud' },
    expect: { read: 'conflict', write: 'conflict', says: '^Version must be' },
    answer: {
      status: 409,
      body: {
        errors: [
          { status: '409', code: 'CONFLICT', title: 'Version must be newer.', detail: null },
        ],
      },
    },
  },
  {
    ...{
      id: 'same-file',
      kind: 'error',
      product: 'cloud',
      expect: { ...bad, says: '^Cannot add' },
    },
    answer: { status: 400, body: v1Error(400, `${refused}Cannot add the same file`) },
  },
  // The reason may stand in place of a key or a translation.
  {
    ...{ id: 'long-title', kind: 'error', product: 'cloud', expect: { ...bad, says: 'too long' } },
    answer: {
      status: 400,
      body: v1Error(400, `${refused}Could not create it`, [
        { message: { key: 'The title is too long.', args: [] } },
      ]),
    },
  },
  {
    ...{ id: 'purge', kind: 'error', product: 'cloud', expect: { ...bad, says: 'trashed first' } },
    answer: {
      status: 400,
      body: v1Error(400, `${refused}Unable to`, [
        { message: { translation: 'It must be trashed first', args: [] } },
      ]),
    },
  },
  {
    ...{ id: 'removed', kind: 'error', product: 'cloud' },
    expect: { read: 'removed', write: 'removed', says: 'has been removed' },
    answer: {
      status: 410,
      body: {
        statusCode: 410,
        message: 'GoneException: This deprecated endpoint has been removed.',
      },
    },
  },
  {
    ...{ id: 'restrictions', kind: 'other', product: 'cloud' },
    answer: { body: { results: [], restrictionsHash: '' } },
  },
  // An editor's save: ids everywhere, widths on unmarked nodes, an empty line at the end.
  {
    ...{ id: 'api-save', kind: 'adf-body', product: 'cloud', languageNamesSent: true },
    text: doc(paragraph('Before.'), code('shell', 'bash'), code('javascript', 'js'), {
      ...code('python', 'a = 1\nb = 2'),
      marks: [{ type: 'breakout', attrs: { mode: 'wide' } }],
    }),
    sent: [{ block: 0, node: paragraph('Before.', {}) }],
  },
  {
    ...{ id: 'editor-save', kind: 'adf-body', product: 'cloud' },
    ...{ pairOf: 'api-save', typedBlocks: [0], addedAtEnd: 1 },
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
    ...{ id: 'hand-made', kind: 'storage-body', product: 'data-center', sameAs: 'said' },
    text: '<p>An <ac:inline-comment-marker ac:ref="b-1">example</ac:inline-comment-marker> page</p>',
  },
  { id: 'said', kind: 'adf-body', product: 'cloud', text: doc(paragraph('An example page')) },
]
