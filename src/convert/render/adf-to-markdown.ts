/**
 * Writes ADF as the Markdown that `markdownToAdf` reads. Blocks without a notation become code
 * blocks of ADF, so nothing is lost.
 * @module
 */

import { type AnyNode, codeOf, contentOf, findMark, marksOf, textValue } from '../adf/any-node.ts'
import { imageAddress } from '../adf/images.ts'
import { isTabId, lineMarksInfo, markedLinesOf, tabName } from '../adf/local-ids.ts'
import type { AdfDoc } from '../adf/types.ts'
import {
  asParagraphLine,
  backticksAround,
  isLoneImage,
  markdownAddress,
  markdownAttribute,
  markdownImage,
  markdownInlines,
  markdownTable,
} from './markdown-inlines.ts'

/**
 * Write a document as Markdown.
 * @returns The Markdown; ends with a line break.
 *
 * @example
 * ```ts
 * adfToMarkdown(markdownToAdf('Title\n=====\n\n* one').adf) // '# Title\n\n- one\n'
 * ```
 */
export function adfToMarkdown(doc: AdfDoc): string {
  return `${writeBlocks(contentOf(doc))}\n`
}

/** @param isItem Inside list items a list follows the first sentence without an empty line. */
function writeBlocks(nodes: readonly AnyNode[], isItem = false): string {
  let text = ''
  let listsInARow = 0
  for (const [index, node] of nodes.entries()) {
    listsInARow = isList(node) ? listsInARow + 1 : 0
    const written = writeKnown(node, listsInARow % 2 === 0) ?? adfFence(node)
    const isTight = isItem && index === 1 && nodes[0]?.type === 'paragraph' && interrupts(node)
    const gap = isTight ? '\n' : '\n\n'
    if (written !== '') text += text === '' && !isTight ? written : gap + written
  }
  return text
}

function isList({ type }: AnyNode): boolean {
  return type === 'bulletList' || type === 'orderedList' || type === 'taskList'
}

/**
 * @param isOther Use the other marker, which keeps a list apart from the list before it.
 * @returns Undefined where Markdown has no notation.
 */
function writeKnown(node: AnyNode, isOther: boolean): string | undefined {
  const content = contentOf(node)
  const { attrs } = node
  switch (node.type) {
    case 'paragraph':
      return paragraph(node)
    case 'heading':
      return heading(node)
    case 'rule':
      // Dashes at the start of a document would open front matter.
      return '***'
    case 'bulletList':
      return listOf(content, () => (isOther ? '* ' : '- '))
    case 'orderedList': {
      const first = typeof attrs?.order === 'number' ? attrs.order : 1
      return listOf(content, (index) => `${first + index}${isOther ? ')' : '.'} `)
    }
    case 'taskList':
      return taskList(content, isOther ? '*' : '-')
    case 'blockquote':
      return quoted(writeBlocks(content))
    case 'codeBlock':
      return codeFence(node)
    case 'panel':
      return panel(textValue(attrs?.panelType), content)
    case 'expand':
    case 'nestedExpand':
      return details(node, content)
    case 'table':
      return markdownTable(node) ?? htmlTable(node)
    case 'mediaSingle':
      return image(node)
    case 'extension':
      return attrs?.extensionKey === 'toc' ? '[TOC]' : undefined
    default:
      return undefined
  }
}

function paragraph(node: AnyNode): string | undefined {
  if (isLoneImage(contentOf(node))) return undefined
  const line = markdownInlines(contentOf(node))
  const [mark, ...others] = marksOf(node)
  if (mark === undefined) return asParagraphLine(line)
  const isAligned = mark.type === 'alignment' && others.length === 0
  if (!isAligned) return undefined
  return `<p align="${mark.attrs?.align === 'end' ? 'right' : 'center'}">\n\n${asParagraphLine(line)}\n\n</p>`
}

function heading(node: AnyNode): string | undefined {
  if (marksOf(node).length > 0) return undefined
  const level = Math.min(Math.max(Number(node.attrs?.level) || 1, 1), 6)
  const line = markdownInlines(contentOf(node)).replace(/(?<!#)(#+)$/, '\\$1')
  return `${'#'.repeat(level)} ${line}`.trimEnd()
}

function listOf(items: readonly AnyNode[], markerOf: (index: number) => string): string {
  const written = items.map((item, index) => {
    const marker = markerOf(index)
    return `${marker}${indented(writeBlocks(contentOf(item), true), marker.length)}`.trimEnd()
  })
  // One blank line inside an item makes the whole list loose.
  return written.join(written.some((item) => item.includes('\n\n')) ? '\n\n' : '\n')
}

/** In CommonMark only numbered lists that start with 1 may interrupt a paragraph. */
function interrupts(node: AnyNode): boolean {
  return isList(node) && (node.attrs?.order ?? 1) === 1
}

/** In ADF the subtasks follow their task. */
function taskList(items: readonly AnyNode[], marker: string): string | undefined {
  const lines: string[] = []
  for (const item of items) {
    const content = contentOf(item)
    if (item.type === 'taskList') {
      const below = lines.length === 0 ? undefined : taskList(content, marker)
      if (below === undefined) return undefined
      lines.push(`  ${indented(below, 2)}`)
    } else if (item.type === 'taskItem' && content.length > 0) {
      const box = item.attrs?.state === 'DONE' ? '[x]' : '[ ]'
      lines.push(`${marker} ${box} ${asParagraphLine(markdownInlines(content))}`)
    } else return undefined
  }
  return lines.join('\n')
}

function indented(text: string, columns: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(columns)}`)
}

function quoted(text: string): string {
  return text.replace(/^/gm, '> ').replace(/(?<! ) +$/gm, '')
}

function codeFence(node: AnyNode): string | undefined {
  const language = textValue(node.attrs?.language)
  if (language === 'adf' || !/^[\p{L}\p{N}_+#.-]*$/u.test(language)) return undefined
  const lines = lineMarksInfo(markedLinesOf(node.attrs?.localId))
  return fenced(lines === '' ? language : `${language} ${lines}`, codeOf(node))
}

function adfFence(node: AnyNode): string {
  return fenced('adf', JSON.stringify(node, null, 1))
}

function fenced(language: string, code: string): string {
  const fence = backticksAround(code, 3)
  return `${fence}${language}\n${code}${code === '' ? '' : '\n'}${fence}`
}

/** GitHub's alerts; other panels have names that add no word to the text. */
const alertNames: Readonly<Record<string, string>> = {
  info: 'NOTE',
  tip: 'TIP',
  warning: 'WARNING',
  error: 'ERROR',
  success: 'SUCCESS',
}

function panel(type: string, content: readonly AnyNode[]): string | undefined {
  const [first, ...rest] = content
  const title = first === undefined ? undefined : strongWords(first)
  if (type === 'error' && title === 'Caution') return alert('CAUTION', rest)
  if (type === 'note' && title === 'Important') return alert('IMPORTANT', rest)
  const name = alertNames[type]
  return name === undefined ? undefined : alert(name, content)
}

function alert(name: string, content: readonly AnyNode[]): string {
  const body = writeBlocks(content)
  const isText = content[0]?.type === 'paragraph'
  return quoted(`[!${name}]${body === '' ? '' : isText ? `\n${body}` : `\n\n${body}`}`)
}

function strongWords(node: AnyNode): string | undefined {
  const [only, ...others] = contentOf(node)
  const isStrong = only !== undefined && marksOf(only)[0]?.type === 'strong'
  return isStrong && others.length === 0 ? textValue(only.text) : undefined
}

function details({ attrs }: AnyNode, content: readonly AnyNode[]): string {
  const title = textValue(attrs?.title)
  const name = isTabId(attrs?.localId) ? ` name="${tabName}"` : ''
  const summary = title === '' ? '' : `\n<summary>${markdownAttribute(title)}</summary>`
  return `<details${name}>${summary}\n\n${writeBlocks(content)}\n\n</details>`
}

/** Write tables that GFM cannot express as HTML: spanning cells, and blocks in cells. */
function htmlTable(table: AnyNode): string | undefined {
  const rows = contentOf(table).map(contentOf)
  if (rows.length === 0 || rows.flat().some(({ attrs }) => attrs?.background !== undefined)) {
    return undefined
  }
  const written = rows.map((row) => `<tr>\n${row.map(htmlCell).join('\n')}\n</tr>`)
  return `<table>\n${written.join('\n')}\n</table>`
}

function htmlCell(cell: AnyNode): string {
  const { colspan = 1, rowspan = 1 } = cell.attrs ?? {}
  const spans = Object.entries({ colspan, rowspan })
    .filter(([, count]) => count !== 1)
    .map(([name, count]) => ` ${name}="${markdownAttribute(String(count))}"`)
  const name = cell.type === 'tableHeader' ? 'th' : 'td'
  const body = writeBlocks(contentOf(cell))
  return `<${name}${spans.join('')}>${body === '' ? '' : `\n\n${body}\n\n`}</${name}>`
}

function image(node: AnyNode): string | undefined {
  const [media, caption] = contentOf(node)
  const url = media && imageAddress(media)
  if (media === undefined || url === undefined || url === '') return undefined
  const link = findMark(media, 'link')
  const title = caption === undefined ? '' : codeOf(caption)
  const { width, widthType, layout } = node.attrs ?? {}
  const words = {
    alt: media.attrs?.alt,
    title,
    width: typeof width === 'number' ? `${width}${widthType === 'pixel' ? '' : '%'}` : undefined,
    align: layout === 'wrap-left' ? 'left' : layout === 'wrap-right' ? 'right' : undefined,
  } as const
  const shown = markdownImage(url, words)
  return link === undefined ? shown : `[${shown}](${markdownAddress(textValue(link.attrs?.href))})`
}
