/**
 * Writes a page of a site as the text of its file: as the Markdown that was sent, where the page still says
 * that, or from its body.
 * @module
 */
import type { AdfDoc } from '../../adf/types.ts'
import type { DocumentSettings, PlacedFile } from '../../confluence/body/page-body.ts'
import { readNodes } from '../../confluence/body/sent-node.ts'
import type { SiteKind } from '../../confluence/site.ts'
import { siteKinds } from '../../confluence/site-kinds.ts'
import { storageToAdf } from '../../confluence/storage/storage-to-adf.ts'
import { toLocalNode } from '../../delivery/pull/local-node.ts'
import { type Message, textOf } from '../../isolation/frames.ts'
import { adfToMarkdown } from '../../render/adf-to-markdown.ts'
import { type AnyNode, contentOf, textValue } from '../../render/unchecked-node.ts'
import { type PageOfExport, type PageText, remotePage, writePageText } from '../page-text.ts'
import { plainBlocks } from './plain-blocks.ts'

/** A page of a site, and what its body may name. */
export interface PageOfSite extends PageOfExport {
  readonly kind: SiteKind
  readonly baseUrl: string
  readonly pageId: string
  readonly spaceKey: string
  readonly settings: DocumentSettings
  /** By names, or ids of ADF. */
  readonly files: readonly PlacedFile[]
  /** Names of those that are no images, by their digests. */
  readonly fileNames: Readonly<Record<string, string>>
  /** Of the pages that are linked to: titles by ids. */
  readonly titles: Readonly<Record<string, string>>
  /** What people are called, by their keys. */
  readonly people: Readonly<Record<string, string>>
  /** Nobody has written a version since the import. */
  readonly isAsLeft: boolean
}

export interface SiteBody {
  readonly body: string
  /** What the last import sent, and how it was stored; undefined for a page that no import wrote. */
  readonly imported:
    | { readonly markdown: string; readonly adf: string; readonly stored: string }
    | undefined
}

export interface SitePageText extends PageText {
  /** What became of blocks, in words. */
  readonly notes: readonly string[]
}

/**
 * Write a page.
 * @throws {RangeError} When its body nests too deep to be read.
 */
export function writeSitePage(page: PageOfSite, { body, imported }: SiteBody): SitePageText {
  if (imported !== undefined && saysTheSame(page, body, imported.stored)) {
    return { ...writePageText(page, imported.adf, imported.markdown), notes: [] }
  }
  const { content, notes } = plainBody(page, body)
  const doc = { version: 1, type: 'doc', content } as unknown as AdfDoc
  return { ...writePageText(page, JSON.stringify(doc), undefined), notes }
}

/** The same in a worker. */
export function exportSitePage({ value, parts }: Message): Message {
  const [body = '', ...sent] = parts.map((part) => textOf(part))
  const [markdown, adf = '', stored = ''] = sent
  const imported = markdown === undefined ? undefined : { markdown, adf, stored }
  try {
    const { text, ...rest } = writeSitePage(value as PageOfSite, { body, imported })
    return { value: { ...rest, problem: '' }, parts: [Buffer.from(text)] }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { value: { problem: error.message }, parts: [] }
  }
}

function saysTheSame({ kind, isAsLeft }: PageOfSite, body: string, stored: string): boolean {
  if (isAsLeft) return true
  const keysOf = (one: string): string =>
    JSON.stringify(siteKinds[kind].body.read(one).blocks.map(({ canonical }) => canonical))
  return stored !== '' && keysOf(body) === keysOf(stored)
}

function plainBody(page: PageOfSite, body: string): { content: AnyNode[]; notes: string[] } {
  const notes: string[] = []
  const content = blocksOf(page, body).flatMap((block, index) => {
    const said = new Set<string>()
    const made = plainBlocks([toLocalNode(block, page)], {
      titleOf: (url) => {
        const id = remotePage(url, page.baseUrl)?.id ?? ''
        return Object.hasOwn(page.titles, id) ? page.titles[id] : undefined
      },
      fileName: (url) => {
        const sha256 = url.replace(/^attachment:/, '')
        return Object.hasOwn(page.fileNames, sha256) ? page.fileNames[sha256] : undefined
      },
      say: (what) => said.add(what),
    })
    for (const one of made) for (const what of keptAsAdf(one)) said.add(what)
    const where = `block ${index + 1}${wordsIn(block)}`
    for (const what of said) notes.push(`${where}: ${what}`)
    return made
  })
  return { content, notes }
}

function blocksOf(page: PageOfSite, body: string): readonly AnyNode[] {
  const { kind, baseUrl, pageId, spaceKey, titles, people } = page
  if (siteKinds[kind].hasAdf) return readNodes(body)
  const ids = new Map(Object.entries(titles).map(([id, title]) => [title.toLowerCase(), id]))
  return storageToAdf(body, {
    baseUrl,
    pageId,
    spaceKey,
    findPageId: (title) => ids.get(title.toLowerCase()),
    findPerson: (key) => (Object.hasOwn(people, key) ? people[key] : undefined),
  })
}

/** What is written as code of ADF, by what it is. */
function keptAsAdf(block: AnyNode): string[] {
  const markdown = adfToMarkdown({ version: 1, type: 'doc', content: [block] } as never)
  const fences = markdown.matchAll(/^[ >]*`{3,}adf\n[ >]*\{\n[ >]*"type": "(\w+)"/gm)
  return Array.from(fences, ([, type]) => {
    const key = textValue(block.attrs?.extensionKey)
    return `${key === '' ? `its ${type}` : `the macro ${key}`} is kept as code of ADF`
  })
}

const maxWords = 40

/** The first words of a block, by which people find it. */
function wordsIn(block: AnyNode): string {
  const text = textIn(block).replace(/\s+/g, ' ').trim()
  if (text === '') return ''
  return ` (“${text.length > maxWords ? `${text.slice(0, maxWords).trimEnd()}…` : text}”)`
}

function textIn(node: AnyNode): string {
  if (node.type === 'text') return textValue(node.text)
  let text = ''
  for (const child of contentOf(node)) {
    if (text.length > 2 * maxWords) break
    text += `${textIn(child)}${child.type === 'text' ? '' : ' '}`
  }
  return text
}
