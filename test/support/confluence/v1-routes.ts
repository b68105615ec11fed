/** Routes of REST v1 that Cloud and Data Center have alike: labels, attachments, people. @module */
import { readJson } from './cloud-pages.ts'
import type { StoredContent } from './content.ts'
import { checkMayEdit } from './content-checks.ts'
import { type AttachedFile, addLabels, attachFiles } from './content-parts.ts'
import { type Answer, type Call, type Route, route } from './exchange.ts'
import { offsetPage } from './paging.ts'
import { Refusal } from './refusal.ts'
import type { Site } from './site.ts'
import { attachmentShapeV1, labelShapesV1, personShape } from './v1-shapes.ts'

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
    route('GET', `${content}/label`, (call) =>
      offsetPage(call, labelShapesV1(store.page(call.params.id!)), site),
    ),
    route('POST', `${content}/label`, (call) => {
      const page = store.page(call.params.id!)
      const sent = readJson(call) as unknown
      const labels = (Array.isArray(sent) ? sent : [sent]) as { name?: unknown }[]
      addLabels(
        store,
        page,
        labels.map((one) => String(one.name ?? '')),
      )
      return offsetPage(call, labelShapesV1(page), site)
    }),
    route('DELETE', `${content}/label`, (call) => {
      const name = call.query.get('name') ?? ''
      store.page(call.params.id!).labelIds.delete(name.toLowerCase())
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
      const files = page.attachments.map((one) => attachmentShapeV1(site, page, one))
      return offsetPage(call, files, site)
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
  const added = attachFiles(site.store, page, readFiles(site, call), 'create')
  const results = added.map((one) => attachmentShapeV1(site, page, one))
  const _links = { base: site.base, context: site.context }
  return { status: 200, body: { results, size: results.length, _links } }
}

function readFiles({ store }: Site, call: Call): AttachedFile[] {
  if (store.switches.wantsNoCheck && call.headers['x-atlassian-token'] !== 'no-check')
    throw new Refusal({ kind: 'forbidden', message: 'XSRF check failed' })
  const form = readMultipart(String(call.headers['content-type'] ?? ''), call.bytes)
  const files = form?.files.filter((one) => one.field === 'file') ?? []
  if (files.length === 0)
    throw new Refusal({ kind: 'bad-request', message: 'At least one file must be provided' })
  const comments = form?.texts.comment ?? []
  return files.map(({ name, mediaType, bytes }, index) => {
    return { name, mediaType, bytes, comment: comments[index] ?? '' }
  })
}

interface FilePart {
  readonly field: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

interface MultipartForm {
  readonly texts: Readonly<Record<string, readonly string[]>>
  readonly files: readonly FilePart[]
}

/** A part that is not UTF-8 is read as Latin-1. Returns undefined if this is no form. */
function readMultipart(contentType: string, bytes: Buffer): MultipartForm | undefined {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (!contentType.startsWith('multipart/form-data') || boundary === undefined) return undefined
  const texts: Record<string, string[]> = {}
  const files: FilePart[] = []
  for (const part of partsOf(bytes, boundary)) {
    const end = part.indexOf('\r\n\r\n')
    const head = part.subarray(0, end).toString('utf8')
    const content = part.subarray(end + 4)
    const field = /[; ]name="([^"]*)"/i.exec(head)?.[1] ?? ''
    const name = /filename="([^"]*)"/i.exec(head)?.[1]
    const mediaType = /content-type: *([^\r\n]+)/i.exec(head)?.[1] ?? ''
    if (name === undefined) {
      texts[field] ??= []
      texts[field].push(content.toString(/charset=utf-8/i.test(mediaType) ? 'utf8' : 'latin1'))
    } else files.push({ field, name: unescaped(name), mediaType, bytes: content })
  }
  return { texts, files }
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
