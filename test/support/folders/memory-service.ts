/** The import operation over pages in memory, which converts as the real one does and shows each request. @module */

import { sentDigest } from '../../../src/contract/sent-digest.ts'
import { MarkdownLimitError } from '../../../src/convert/markdown-limit-error.ts'
import { markdownToAdf } from '../../../src/convert/markdown-to-page.ts'
import { answer, type SentRequest, startScriptedService } from '../network/scripted-service.ts'

export interface MemoryPage {
  readonly id: string
  readonly parentId: string
  readonly title: string
  readonly content: string
  readonly version: number
}

export interface MemoryService {
  readonly endpoint: string
  readonly requests: readonly SentRequest[]
  readonly pages: Map<string, MemoryPage>
  sent(): string[]
  stop(): Promise<void>
}

type Fields = Readonly<Record<string, unknown>>

type Result = readonly [status: number, members: object]

export async function startMemoryService(
  options: { reserves?: boolean; refuses?: (title: string) => boolean } = {},
): Promise<MemoryService> {
  const { reserves = true, refuses = () => false } = options
  const pages = new Map<string, MemoryPage>()
  const reserved = new Map<string, string>()
  /** What each source remembers of its pages, by name and path. */
  const sources = new Map<string, Map<string, { pageId: string; digest: string }>>()
  let lastId = 100
  let origin = ''
  const nextId = (): string => String(++lastId)
  const shape = ({ id, parentId, title, version }: MemoryPage): object => {
    const url = `${origin}/wiki/spaces/S/pages/${id}`
    return { id, parentId, title, version, spaceId: 'S', url }
  }
  const isParent = (id: unknown): boolean => id === '1' || pages.has(String(id))
  const findPlace = (parentId: unknown, title: unknown): MemoryPage | undefined =>
    [...pages.values()].find((page) => page.parentId === parentId && page.title === title)
  const refusal = (status: number, key: string): Result => [status, { key, body: `Error: ${key}` }]

  const reserve = (fields: Fields): Result => {
    const given = new Map<unknown, string>()
    const answers: object[] = []
    for (const page of fields.pages as Fields[]) {
      const parentId = page.parentId ?? given.get(page.parentRef)
      const isKnown = isParent(parentId) || [...reserved.values()].includes(String(parentId))
      if (!isKnown) return refusal(404, 'not-found')
      const there = findPlace(parentId, page.pageTitle)
      const place = JSON.stringify([parentId, page.pageTitle])
      const id = there?.id ?? reserved.get(place) ?? nextId()
      if (there === undefined) reserved.set(place, id)
      given.set(page.ref, id)
      const url = `${origin}/wiki/spaces/S/pages/${id}`
      answers.push({ ref: page.ref, id, url, exists: there !== undefined })
    }
    return [200, { key: 'reserved', pages: answers }]
  }

  const save = (fields: Fields): Result => {
    const { parentId, pageTitle, overwrite, dryRun } = fields
    const [title, content, pageId] = [pageTitle, fields.content, fields.pageId].map(String)
    if (!isParent(parentId)) return refusal(404, 'not-found')
    const named = reserves && fields.pageId !== undefined
    const isReserved = [...reserved.values()].includes(pageId as string)
    if (named && !pages.has(pageId as string) && !isReserved) return refusal(404, 'not-found')
    const there = findPlace(parentId, title)
    if (named && there !== undefined && there.id !== pageId) return refusal(400, 'already-exists')
    const before = named ? pages.get(pageId as string) : there
    if (before !== undefined && overwrite !== true) return refusal(400, 'already-exists')
    if (refuses(title as string)) return refusal(400, 'bad-request')
    const { warnings } = markdownToAdf(content as string)
    const place = JSON.stringify([parentId, title])
    const id = before?.id ?? (named ? (pageId as string) : (reserved.get(place) ?? nextId()))
    const page = {
      id,
      parentId: String(parentId),
      title: title as string,
      content: content as string,
    }
    const isSame =
      before !== undefined &&
      [before.parentId, before.title, before.content].join('\0') ===
        [page.parentId, page.title, page.content].join('\0')
    const outcome = before === undefined ? 'created' : isSame ? 'unchanged' : 'updated'
    if (dryRun === true) {
      const known = before === undefined ? {} : { page: shape(before) }
      return [200, { key: 'dry-run', outcome, warnings, ...known }]
    }
    const version = before === undefined ? 1 : before.version + (isSame ? 0 : 1)
    const saved = { ...page, version }
    pages.set(id, saved)
    reserved.delete(place)
    const { name, path } = Object(fields.source) as { name?: string; path?: string }
    if (name !== undefined && path !== undefined) {
      const own = sources.get(name) ?? new Map()
      sources.set(name, own)
      for (const [other, { pageId }] of own) if (pageId === id) own.delete(other)
      own.set(path, { pageId: id, digest: sentDigest(fields) })
    }
    const status = outcome === 'created' ? 201 : 200
    return [status, { key: outcome, body: outcome, warnings, page: shape(saved) }]
  }

  const lookUp = (ids: readonly string[]): Result => {
    const top = { ...{ id: '1', parentId: '1', title: 'Top', content: '', version: 1 } }
    const found = ids.flatMap((id) => pages.get(id) ?? (id === '1' ? top : []))
    return [200, { key: 'reserved', body: 'found', pages: [], found: found.map(shape) }]
  }

  const askSource = (path: string): Result => {
    const query = new URL(path, 'http://h').searchParams
    const own = sources.get(query.get('name') ?? '') ?? new Map()
    if (path.includes('/sources/edits')) {
      const page = pages.get(own.get(query.get('path') ?? '')?.pageId ?? '')
      if (page === undefined) return refusal(404, 'not-found')
      const { version, content: markdown } = page
      return [200, { key: 'edits', body: 'edits', version, by: '', at: '', markdown, edits: [] }]
    }
    if (path.includes('/sources/close')) {
      const nothing = { trashed: [], kept: [], newWarnings: 0, oldWarnings: 0 }
      return [200, { key: 'closed', body: 'closed', ...nothing }]
    }
    const rows = [...own].flatMap(([at, { pageId, digest }]) => {
      const page = pages.get(pageId)
      if (page === undefined) return []
      const { title, parentId, version } = page
      return [{ path: at, pageId, title, parentId, version, digest, edited: null }]
    })
    return [200, { key: 'source', body: 'source', pages: rows, next: null }]
  }

  const service = await startScriptedService((response, _, { path, fields }) => {
    const isSource = /\/sources(?:[?/]|$)/.test(path ?? '')
    const isReservation = path?.endsWith('/reservations') ?? false
    let result: Result
    try {
      if ((isReservation || isSource) && !reserves) result = refusal(404, 'not-found')
      else if (isSource) result = askSource(path as string)
      else if (Array.isArray(fields.findPages)) result = lookUp(fields.findPages)
      else result = isReservation ? reserve(fields) : save(fields)
    } catch (error) {
      if (!(error instanceof MarkdownLimitError)) throw error
      result = [400, { key: 'bad-request', body: `Error: ${error.message}` }]
    }
    answer(response, ...result)
  })
  origin = new URL(service.endpoint).origin
  return {
    endpoint: service.endpoint,
    requests: service.requests,
    pages,
    sent: () =>
      service.requests
        .filter(({ path, fields }) => path?.endsWith('/webtrigger') && fields.dryRun !== true)
        .map(({ fields }) => String(fields.pageTitle)),
    stop: service.stop,
  }
}
