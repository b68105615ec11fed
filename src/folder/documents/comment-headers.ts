/**
 * Reads the HTML comments by which mark and md2conf files describe their pages:
 * https://github.com/kovetskiy/mark#file-format, https://github.com/hunyadi/md2conf#readme
 * @module
 */
import type { Html, Root } from 'mdast'
import { append } from '../../contract/base/lists.ts'
import { shortened } from '../../contract/base/visible-text.ts'
import type { Address } from '../../convert/addresses/address.ts'
import { lineOf } from '../../convert/parse-markdown.ts'
import { type Notice, wordNotice } from '../notices.ts'
import type { FrontMatter } from './front-matter.ts'
import type { MarkdownDocument } from './read-document.ts'

interface Header {
  readonly name: string
  readonly value: string
  readonly line: number
}

/**
 * Add the fields that mark's comments (`<!-- Title: … -->`) give a document. Front matter wins. Files that they
 * list are attached only if the document links to them.
 */
export function withCommentHeaders(
  frontMatter: FrontMatter,
  root: Root,
  { addresses, lineInFile }: Pick<MarkdownDocument, 'addresses' | 'lineInFile'>,
): FrontMatter {
  const headers = readHeaders(root).map((header) => ({ ...header, line: lineInFile(header.line) }))
  if (headers.length === 0) return frontMatter
  const valuesOf = (...names: readonly string[]): string[] =>
    headers.filter(({ name }) => names.includes(name)).map(({ value }) => value)
  const [title] = valuesOf('title')
  const [parent, grandparent] = valuesOf('parent').reverse()
  const [pageId] = valuesOf(pageIdName).filter((id) => /^\d+$/.test(id))
  const order = Number(valuesOf('order')[0])
  const isLeftOut = valuesOf('synchronized').some((value) => value.toLowerCase() === 'false')
  const labels = [...(frontMatter.labels?.names ?? []), ...valuesOf('label')]
  const line = headers.find(({ name }) => name === 'label')?.line ?? 0
  const notices = headers.flatMap((header) => noticeOf(header, addresses) ?? [])
  return {
    ...(title && { title }),
    ...(parent && { parent }),
    ...(parent && grandparent && { grandparent }),
    ...(pageId && { pageId }),
    ...(Number.isFinite(order) && { order }),
    ...(isLeftOut && { leftOut: 'Synchronized: false' }),
    ...frontMatter,
    labels:
      labels.length === 0 ? frontMatter.labels : { line, ...frontMatter.labels, names: labels },
    notices: [...frontMatter.notices, ...notices],
  }
}

/** Headers of mark count only at the top; its includes and md2conf's comments count anywhere. */
function readHeaders(root: Root): Header[] {
  const headers: Header[] = []
  let isAtTop = true
  for (const node of root.children) {
    if (node.type === 'html') append(headers, headersIn(node, isAtTop))
    else if (!['yaml', 'toml'].includes(node.type)) isAtTop = false
  }
  const isMarks = headers.some(({ name }) => signs.has(name))
  return headers.filter(({ name }) => isMarks || name === pageIdName)
}

/** Every file of mark has at least one of these; in other files, comments only look like headers. */
const signs = new Set(['space', 'title', 'parent'])

const pageIdName = 'confluence-page-id'

const namesAnywhere = new Set([pageIdName, 'include'])

const namesAtTop = new Set([
  ...signs,
  ...['label', 'order', 'synchronized', 'sidebar', 'attachment'],
])

function headersIn(node: Html, isAtTop: boolean): Header[] {
  const from = lineOf(node)
  return node.value.split('\n').flatMap((text, index) => {
    const header = readHeader(text)
    if (header === undefined) return []
    const isKnown = namesAnywhere.has(header.name) || (isAtTop && namesAtTop.has(header.name))
    return isKnown ? [{ ...header, line: from + index }] : []
  })
}

/** Read a comment's first line. Only includes may continue on further lines. */
function readHeader(text: string): Omit<Header, 'line'> | undefined {
  const comment = text.trim()
  if (!comment.startsWith('<!--')) return undefined
  const end = comment.indexOf('-->', 4)
  const content = comment.slice(4, end === -1 ? undefined : end)
  const colon = content.indexOf(':')
  const name = content.slice(0, Math.max(colon, 0)).trim().toLowerCase().replaceAll('_', '-')
  const value = content.slice(colon + 1).trim()
  return value === '' || (end === -1 && name !== 'include') ? undefined : { name, value }
}

/** Warn of a header that brings words or files which the page does not get. */
function noticeOf(
  { name, value, line }: Header,
  addresses: readonly Address[],
): Notice | undefined {
  const isLost =
    name === 'sidebar' ||
    name === 'include' ||
    (name === 'attachment' && !addresses.some(({ url }) => isSameFile(url, value)))
  const header = `\`${name}: ${shortened(value, maxQuote)}\``
  return isLost ? wordNotice('header-lost', header, line) : undefined
}

function isSameFile(url: string, path: string): boolean {
  const plain = (text: string): string => text.replace(/^\.\//, '').replace(/[?#].*$/, '')
  return plain(url) === plain(path)
}

const maxQuote = 80
