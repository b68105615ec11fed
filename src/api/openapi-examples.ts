/** The examples of the OpenAPI document; tests check them against its schemas. @module */
import type { ErrorKey } from '../contract/errors.ts'
import type { successTable } from '../contract/successes.ts'
import type { Json } from './openapi-schemas.ts'

export interface ExamplePlace {
  readonly publicUrl: string
}

type SuccessKey = keyof typeof successTable

const request = {
  spaceId: 'DOCS',
  parentId: '10003',
  pageTitle: 'Setup',
  content: '# Setup\n\nRun it.',
} as const

const requestId = '5a8e1c0a-3f7e-4d2b-9d0c-0d5b1f7a6e11'

export const requestExamples: Json = {
  create: { summary: 'Create a page', value: request },
  createOrUpdate: {
    summary: 'Create the page, or update the one that is there',
    value: { ...request, overwrite: true },
  },
  rename: {
    summary: 'Rename or move the page that an id names, and give it its place in the order',
    value: { ...request, pageId: '10105', position: 2, overwrite: true },
  },
  dryRun: { summary: 'Try it, and write nothing', value: { ...request, dryRun: true } },
}

export const reservationExample: Json = {
  spaceId: request.spaceId,
  pages: [
    { ref: 'setup.md', pageTitle: request.pageTitle, parentId: request.parentId },
    { ref: 'setup/linux.md', pageTitle: 'Linux', parentRef: 'setup.md' },
  ],
}

export function reservedExample({ publicUrl }: ExamplePlace): Json {
  const page = (ref: string, id: string, exists: boolean): Json => ({
    ref,
    id,
    exists,
    url: `${publicUrl}/wiki/spaces/DOCS/pages/${id}`,
  })
  return {
    body: 'Success: Pages reserved successfully',
    key: 'reserved',
    requestId,
    pages: [page('setup.md', '10105', true), page('setup/linux.md', '10212', false)],
  }
}

export function successExamples(keys: readonly SuccessKey[], { publicUrl }: ExamplePlace): Json {
  const page = (version: number): Json => ({
    id: '10105',
    title: request.pageTitle,
    spaceId: '10002',
    parentId: request.parentId,
    version,
    url: `${publicUrl}/wiki/spaces/DOCS/pages/10105`,
  })
  const examples: Readonly<Record<SuccessKey, Json>> = {
    created: {
      body: 'Success: Page created successfully',
      page: page(1),
      warnings: [
        {
          code: 'html-shown',
          severity: 'changed',
          message:
            'HTML that has no counterpart in the wiki is shown as text. Write backquotes around it if it is to be seen.',
          line: 12,
        },
      ],
    },
    updated: { body: 'Success: Page updated successfully', page: page(2), warnings: [] },
    unchanged: {
      body: 'Success: Page already holds exactly this, no new version was made',
      page: page(2),
      warnings: [],
    },
    'dry-run': {
      body: 'Success: Dry run, the page would be created',
      outcome: 'created',
      foreseen: { title: request.pageTitle },
      warnings: [],
      adf: {
        version: 1,
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Run it.' }] }],
      },
    },
  }
  return named(keys, (key) => ({ key, requestId, ...examples[key] }))
}

const messages: Readonly<Record<ErrorKey, string>> = {
  'bad-request': 'pageTitle is required: title of the page, as a non-empty string.',
  'already-exists':
    'A page titled "Setup" already exists under this parent. Send overwrite: true to update it, or another pageTitle.',
  'edited-elsewhere':
    'Ada edited this page in Confluence (version 7, 2026-03-01T09:00:00.000Z); nothing was written. Bring the edit into the Markdown with "markport pull", or undo it there.',
  'comments-would-detach':
    'The comment on "Run it" would lose the text that it is about; nothing was written. Resolve it in Confluence, or keep that text.',
  unauthorized: 'The Authorization header is missing. Send Authorization: Bearer TOKEN.',
  'license-expired': 'The license has expired.',
  forbidden: 'The token has expired. Create a new one.',
  'not-found': 'spaceId, parentId or pageId names nothing that this token may write to.',
  'method-not-allowed': 'Use POST here, not GET.',
  'precondition-failed':
    'The page has version 8, which If-Match does not name; nothing was written. Look at what has changed, then send If-Match: "8".',
  'payload-too-large': 'The request body must be at most 8388608 bytes.',
  misdirected: 'this host name is none of this service.',
  'too-many-requests': 'Too many imports with this token are in progress. Try again in a second.',
  'internal-error': 'Something went wrong on our side; it is safe to try again.',
  unavailable: 'The store cannot take writes at the moment; nothing was written. Try again.',
}

export function errorExamples(keys: readonly ErrorKey[]): Json {
  return named(keys, (key) => ({ body: `Error: ${messages[key]}`, key, requestId }))
}

function named<Key extends string>(keys: readonly Key[], example: (key: Key) => Json): Json {
  return Object.fromEntries(keys.map((key) => [key, { value: example(key) }]))
}
