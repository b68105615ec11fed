/** Work of workers on versions: the differences of two, and the source of one. @module */
import { html, raw } from 'hono/html'
import { type Message, textOf } from '../../../contract/base/message.ts'
import { completePageLinks } from '../../../convert/adf/page-links.ts'
import { escapeHtml } from '../../../convert/render/escape.ts'
import type { Markup } from '../../web/frame/markup.ts'
import {
  type ComparedBlock,
  compareDocuments,
  diffWords,
  type Pointer,
  splitPointers,
  type TextChange,
} from './compare-documents.ts'

/** A version as the comparison needs it. */
export interface ComparedText {
  readonly title: string
  readonly labels: readonly string[]
  readonly adf: string
}

interface Comparison {
  readonly before: ComparedText
  readonly after: ComparedText
  readonly isDocumentSame: boolean
  readonly blocks: readonly ComparedBlock[]
}

const context = 2
/** Folded parts with more blocks are left out; readers can open the versions instead. */
const maxFolded = 400
const maxAddress = 500

/** Compares two versions, in a worker. */
export async function compareVersions({ value }: Message): Promise<Message> {
  const [before, after] = value as [ComparedText, ComparedText]
  const adf = {
    before: completePageLinks(before.adf, '/wiki'),
    after: completePageLinks(after.adf, '/wiki'),
  }
  const blocks = compareDocuments(adf)
  const isDocumentSame = adf.before === adf.after
  const differences = await comparedTexts({ before, after, isDocumentSame, blocks })
  return { value: null, parts: [Buffer.from(String(differences))] }
}

export function showMarkdown({ parts: [markdown] }: Message): Message {
  return { value: null, parts: [Buffer.from(escapeHtml(textOf(markdown)))] }
}

function comparedTexts({ before, after, isDocumentSame, blocks }: Comparison): Markup {
  const lines = [
    comparedLine('Title', before.title, after.title),
    comparedLine('Labels', before.labels.join(', '), after.labels.join(', ')),
  ].filter((line) => line !== '')
  const isTextSame = blocks.every(isUnchanged)
  return html`${lines}
${isDocumentSame && lines.length === 0 ? html`<p>Both versions hold the same.</p>` : ''}
${isTextSame && !isDocumentSame ? html`<p>Words, links and images are the same: only the formatting changed.</p>` : ''}
${isTextSame ? '' : html`<div class="diff">${foldUnchanged(blocks)}</div>`}`
}

function comparedLine(name: string, before: string, after: string): Markup | '' {
  if (before === after) return ''
  return html`<p class="diff"><span class="key">${name}</span> ${diffWords(before, after).map(changeView)}</p>`
}

function isUnchanged({ changes }: ComparedBlock): boolean {
  return changes.every(({ kind }) => kind === 'same')
}

function foldUnchanged(blocks: readonly ComparedBlock[]): Markup[] {
  const parts: Markup[] = []
  const show = (first: number, behind: number): void => {
    for (const block of blocks.slice(first, behind)) parts.push(blockView(block))
  }
  let start = 0
  while (start < blocks.length) {
    let end = start
    while (end < blocks.length && isUnchanged(blocks[end] as ComparedBlock)) end += 1
    // Show no context before the first and behind the last block.
    const from = start === 0 ? 0 : start + context
    const to = end === blocks.length ? end : end - context
    if (to - from > 1) {
      show(start, from)
      parts.push(folded(blocks.slice(from, to)))
      show(to, end)
    } else {
      show(start, end)
    }
    if (end < blocks.length) parts.push(blockView(blocks[end] as ComparedBlock))
    start = end + 1
  }
  return parts
}

function folded(blocks: readonly ComparedBlock[]): Markup {
  const foldedCount = blocks.length - maxFolded
  const more = foldedCount > 0 ? html`<p class="key">… and ${foldedCount} more</p>` : ''
  return html`<details class="folded"><summary>${blocks.length} unchanged</summary>${blocks.slice(0, maxFolded).map(blockView)}${more}</details>`
}

function blockView({ kind, changes }: ComparedBlock): Markup {
  return html`<p class="diff-${kind}">${changes.map(changeView)}</p>`
}

const elements = {
  removed: [raw('<del>'), raw('</del>')],
  added: [raw('<ins>'), raw('</ins>')],
  same: ['', ''],
} as const

function changeView({ kind, text }: TextChange): Markup {
  const [open, close] = elements[kind]
  const views = splitPointers(text).map((part) =>
    typeof part === 'string' ? part : pointerView(part, kind),
  )
  return html`${open}${views}${close}`
}

function pointerView(
  { kind, address, name }: Pointer,
  change: TextChange['kind'],
): Markup | string {
  const isSame = change === 'same'
  if (kind === 'link') {
    return isSame ? '' : html`<span class="pointer">${address.slice(0, maxAddress)}</span>`
  }
  const image = html`<img src="${address}" alt="" loading="lazy" referrerpolicy="no-referrer">`
  return html`<span class="pointer">${isSame ? '' : image}${name === '' ? 'Image' : name}</span>`
}
