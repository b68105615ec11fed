/** The examples of the OpenAPI document; tests check them against its schemas. @module */
import { type ErrorKey, errorTable } from '../errors.ts'
import type { Json } from '../json-schema.ts'
import { successTable } from '../outcomes.ts'

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

export function reservedExample(publicUrl: string): Json {
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

export function savedExamples(
  keys: readonly ('created' | 'updated' | 'unchanged')[],
  publicUrl: string,
): Json {
  const page = {
    id: '10105',
    title: request.pageTitle,
    spaceId: '10002',
    parentId: request.parentId,
    version: 2,
    url: `${publicUrl}/wiki/spaces/DOCS/pages/10105`,
  }
  const warning = {
    code: 'html-shown',
    severity: 'changed',
    message:
      'HTML that the wiki does not have is shown as text. Put backquotes around it to show it as code.',
    line: 12,
  }
  return examplesByKey(keys, (key) => ({
    body: successTable[key].body,
    key,
    requestId,
    page,
    warnings: [warning],
  }))
}

export const dryRunExample: Json = {
  body: successTable.created.foreseen,
  key: 'dry-run',
  requestId,
  outcome: 'created',
  foreseen: { title: request.pageTitle },
  warnings: [],
  adf: {
    version: 1,
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Run it.' }] }],
  },
}

export function errorExamples(keys: readonly ErrorKey[]): Json {
  return examplesByKey(keys, (key) => ({
    body: `Error: ${errorTable[key].example}`,
    key,
    requestId,
  }))
}

function examplesByKey<Key extends string>(
  keys: readonly Key[],
  example: (key: Key) => Json,
): Json {
  return Object.fromEntries(keys.map((key) => [key, { value: example(key) }]))
}
