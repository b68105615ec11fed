/** Routes of REST v1 that Cloud and Data Center have alike: labels, attachments, people. @module */
import { readJson } from './cloud-pages.ts'
import { labelShapes } from './cloud-shapes.ts'
import type { StoredContent } from './content.ts'
import { checkMayEdit } from './content-checks.ts'
import { type AttachedFile, addLabels, attachFiles } from './content-parts.ts'
import { type Answer, type Call, type Route, route } from './exchange.ts'
import { offsetPage } from './paging.ts'
import { Refusal } from './refusal.ts'
import type { Site } from './site.ts'
import { attachmentShapeV1, personShape } from './v1-shapes.ts'

const content = '/rest/api/content/:id'

export function v1Routes(site: Site): Route[] {
  const { store } = site
  return [
    route('GET', '/rest/api/user/current', () => ({
      status: 200,
      body: personShape(site, site.account.id),
    })),
    route('GET', '/rest/api/user', (call) => {
      const id = call.query.get('accountId') ?? ''
      if (!store.accounts.some((one) => one.id === id)) throw new Refusal({ kind: 'no-page', id })
      return { status: 200, body: personShape(site, id) }
    }),
    route('POST', `${content}/label`, (call) => {
      const page = store.page(call.params.id!)
      const sent = readJson(call) as unknown as readonly { readonly name: string }[]
      const names = sent.map(({ name }) => name)
      addLabels(page, names)
      return offsetPage(call, labelShapes(page), site)
    }),
    route('DELETE', `${content}/label`, (call) => {
      const name = call.query.get('name') ?? ''
      store.page(call.params.id!).labels.delete(name.toLowerCase())
      return { status: 204 }
    }),
    ...attachmentRoutes(site),
  ]
}

function attachmentRoutes(site: Site): Route[] {
  const path = `${content}/child/attachment`
  return [
    route('GET', path, (call) => {
      const page = findContainer(site, call)
      const shapes = page.attachments.map((one) => attachmentShapeV1(site, one))
      return offsetPage(call, shapes, site)
    }),
    route('POST', path, (call) => attach(site, call)),
  ]
}

/** The trash is never found. */
function findContainer(site: Site, call: Call): StoredContent {
  const page = site.store.page(call.params.id!)
  if (page.status === 'trashed') throw new Refusal({ kind: 'no-page', id: page.id })
  return page
}

function attach(site: Site, call: Call): Answer {
  const page = findContainer(site, call)
  checkMayEdit(site.store, page.id)
  const added = attachFiles(site.store, page, readFiles(site, call))
  const results = added.map((one) => attachmentShapeV1(site, one))
  return { status: 200, body: { results } }
}

function readFiles({ store }: Site, call: Call): AttachedFile[] {
  if (store.switches.wantsNoCheck && call.headers['x-atlassian-token'] !== 'no-check')
    throw new Refusal({ kind: 'forbidden', message: 'XSRF check failed' })
  const files = filesIn(String(call.headers['content-type'] ?? ''), call.bytes)
  if (files.length === 0)
    throw new Refusal({ kind: 'bad-request', message: 'At least one file must be provided' })
  return files
}

/** The files of a form; none if this is no form. */
function filesIn(contentType: string, bytes: Buffer): AttachedFile[] {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (boundary === undefined) return []
  return partsOf(bytes, boundary).flatMap((part) => {
    const end = part.indexOf('\r\n\r\n')
    const head = part.subarray(0, end).toString('utf8')
    const name = /[; ]name="file";.*filename="([^"]*)"/i.exec(head)?.[1]
    const mediaType = /content-type: *([^\r\n]+)/i.exec(head)?.[1] ?? ''
    const file = { mediaType, bytes: part.subarray(end + 4) }
    return name === undefined ? [] : [{ name: unescaped(name), ...file }]
  })
}

function partsOf(bytes: Buffer, boundary: string): Buffer[] {
  const mark = `--${boundary}`
  const parts: Buffer[] = []
  let start = bytes.indexOf(mark)
  while (start >= 0) {
    const from = start + mark.length + 2
    const next = bytes.indexOf(`\r\n${mark}`, from)
    if (next < 0) break
    parts.push(bytes.subarray(from, next))
    start = next + 2
  }
  return parts
}

/** Browsers percent-encode quotes and line ends in names. */
function unescaped(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}
