/** Has the product's readers read recorded answers, and says what they found beside what is recorded. @module */

import { readProperty, readRemoteAttachment } from '../../../src/confluence/cloud/cloud-shapes.ts'
import {
  ConfluenceError,
  type ConfluenceErrorKind,
} from '../../../src/confluence/confluence-error.ts'
import { readLabel } from '../../../src/confluence/rest-v1.ts'
import { readList } from '../../../src/confluence/wire/site-client.ts'
import { idOf, memberOf } from '../../../src/confluence/wire/site-json.ts'
import type { Recording } from './recording.ts'
import type { ReplaySite } from './replay-site.ts'

export interface Compared {
  readonly read: unknown
  readonly recorded: unknown
}

export interface Asked extends ReplaySite {
  readonly recording: Recording
  readonly bodies: readonly unknown[]
  readonly method: string
}

type Reader = (asked: Asked) => Promise<Compared>

export const answerReaders: Readonly<Record<string, Reader | undefined>> = {
  page: readPage,
  'v1-content': readContent,
  'v1-content-list': async ({ client, bodies }) => ({
    read: await readList(client, '/rest/api/content', (row) => [idOf(row, 'id')]),
    recorded: rowsOf(bodies, 'id'),
  }),
  'child-list': async ({ site, bodies }) => ({
    read: await site.listChildIds('7'),
    recorded: rowsOf(bodies, 'id'),
  }),
  'page-list': async ({ site, bodies }) => ({
    read: [...(await site.findVersions(rowsOf(bodies, 'id').map(String))).values()].map(
      ({ id, title, version }) => [id, title, version.number],
    ),
    recorded: rowsOf(bodies).map((row) => [
      memberOf(row, 'id'),
      memberOf(row, 'title'),
      memberOf(row, 'version', 'number'),
    ]),
  }),
  'space-list': async ({ site, bodies }) => {
    const [row] = rowsOf(bodies)
    const found = await site.findSpace(String(memberOf(row, 'key')))
    return { read: { ...found }, recorded: pick(row, ['id', 'key', 'name', 'homepageId']) }
  },
  'label-list': async ({ client, bodies }) => ({
    read: await readList(client, '/api/v2/pages/7/labels', readLabel),
    recorded: rowsOf(bodies, 'name'),
  }),
  'property-list': async ({ client, bodies }) => ({
    read: await readList(client, '/api/v2/pages/7/properties', (row) => [readProperty(row)]),
    recorded: rowsOf(bodies).map(propertyIn),
  }),
  property: async ({ client, bodies: [body], method }) => ({
    read: await client.send({ method: methodOf(method), path: '/api/v2/x' }, readProperty),
    recorded: propertyIn(body),
  }),
  'attachment-list': async ({ site, bodies }) => ({
    read: await site.listAttachments('7'),
    recorded: rowsOf(bodies).map(attachmentIn),
  }),
  attachment: async ({ client, bodies: [body] }) => ({
    read: await client.send({ method: 'GET', path: '/api/v2/x' }, readRemoteAttachment),
    recorded: attachmentIn(body),
  }),
  'v1-upload': readUpload,
  'v1-user': async ({ site, bodies: [body] }) => ({
    read: await site.findAccount(),
    recorded: { id: memberOf(body, 'accountId'), name: memberOf(body, 'displayName') },
  }),
  'v1-search': async ({ client, bodies }) => ({
    read: await readList(client, '/rest/api/search?cql=x', (row) => [idOf(row, 'content', 'id')]),
    recorded: rowsOf(bodies).map((row) => memberOf(row, 'content', 'id')),
  }),
  error: readErrors,
}

async function readPage({ site, bodies: [body], method }: Asked): Promise<Compared> {
  const id = String(memberOf(body, 'id'))
  const title = String(memberOf(body, 'title'))
  const place = { spaceId: '7', spaceKey: 'ENG', parentId: '7', title, body: '' }
  const page =
    method === 'POST'
      ? await site.createPage(place)
      : method === 'PUT'
        ? await site.updatePage({ ...place, id, version: 2, message: '' })
        : await site.readPage(id, 'markport')
  const names = ['id', 'title', 'status', 'spaceId', 'parentId']
  const found = page && { ...page, version: page.version.number, message: page.version.message }
  return {
    read: pick(found, [...names, 'version', 'message', 'labels']),
    recorded: {
      ...pick(body, names),
      version: memberOf(body, 'version', 'number'),
      message: memberOf(body, 'version', 'message') ?? '',
      labels: rowsOf([memberOf(body, 'labels') ?? {}], 'name'),
    },
  }
}

/** Without the expanded parts, only the id can be read. */
async function readContent({ client, site, recording, bodies: [body] }: Asked): Promise<Compared> {
  const id = String(memberOf(body, 'id'))
  const path = `/rest/api/content/${id}`
  if (recording.expanded === false) {
    const read = await client.send({ method: 'GET', path }, (json) => idOf(json, 'id'))
    return { read, recorded: id }
  }
  const page = await site.readPage(id, 'markport')
  return {
    read: [page?.id, page?.title, page?.version.number, page?.parentId, page?.spaceId],
    recorded: [
      id,
      memberOf(body, 'title'),
      memberOf(body, 'version', 'number'),
      memberOf((memberOf(body, 'ancestors') as unknown[]).at(-1), 'id'),
      String(memberOf(body, 'space', 'id')),
    ],
  }
}

async function readUpload({ site, bodies: [body] }: Asked): Promise<Compared> {
  const [row] = rowsOf([body])
  const name = String(memberOf(row, 'title'))
  const file = { name, mediaType: 'text/plain', bytes: new Uint8Array([1]) }
  const [attached] = await site.attachFiles('7', [file])
  const { id, name: attachedName, fileId } = attached!
  return {
    read: [id, attachedName, fileId],
    recorded: [memberOf(row, 'id'), memberOf(row, 'title'), memberOf(row, 'extensions', 'fileId')],
  }
}

async function readErrors({ client, recording }: Asked): Promise<Compared> {
  const { expect } = recording
  const told = async (method: 'GET' | 'PUT'): Promise<readonly [ConfluenceErrorKind, string]> => {
    try {
      await client.send({ method, path: '/rest/api/content/7' }, () => {})
    } catch (error) {
      if (error instanceof ConfluenceError) return [error.kind, error.message]
    }
    return ['unknown', 'no error']
  }
  const [[read, words], [write]] = [await told('GET'), await told('PUT')]
  const isSaid = new RegExp(expect?.says ?? '').test(words)
  return {
    read: [read, write, isSaid ? 'said' : words],
    recorded: [expect?.read, expect?.write, 'said'],
  }
}

function rowsOf(bodies: readonly unknown[], name?: string): unknown[] {
  const rows = bodies.flatMap((body) => (memberOf(body, 'results') ?? []) as unknown[])
  return name === undefined ? rows : rows.map((row) => memberOf(row, name))
}

function propertyIn(row: unknown): object {
  return { ...pick(row, ['key', 'id', 'value']), version: memberOf(row, 'version', 'number') }
}

function attachmentIn(row: unknown): object {
  const { title: name, ...same } = pick(row, ['id', 'title', 'fileId'])
  return { ...same, name }
}

function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, memberOf(value, name)]))
}

function methodOf(method: string): 'GET' | 'POST' | 'PUT' {
  return method === 'POST' || method === 'PUT' ? method : 'GET'
}
