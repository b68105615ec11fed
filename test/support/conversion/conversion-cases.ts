/** Words for one-line cases of the conversion: ADF builders, and what holds for any document. @module */
import assert from 'node:assert/strict'
import { problems } from '../../../src/convert/adf/problems.ts'
import { MarkdownLimitError } from '../../../src/convert/markdown-limit-error.ts'
import { markdownToAdf } from '../../../src/convert/markdown-to-page.ts'
import { adfToHtml } from '../../../src/convert/render/adf-to-html.ts'
import { missingWords, missingWordsInHtml } from './missing-words.ts'
import { editorFault, isSchemaValid } from './written-documents.ts'

export function assertSound(markdown: string): void {
  const { adf } = markdownToAdf(markdown)
  assert.deepEqual(problems(adf), [], markdown)
  assert.equal(isSchemaValid(adf), true, markdown)
  assert.equal(editorFault(adf), undefined, markdown)
  assert.equal(missingWords(markdown, adf), '', markdown)
  assert.equal(missingWordsInHtml(markdown, adfToHtml(adf)), '', markdown)
}

export function refusedOrSound(markdown: string): void {
  if (!isBeyondLimit(markdown)) assertSound(markdown)
}

export function isBeyondLimit(markdown: string): boolean {
  try {
    markdownToAdf(markdown)
    return false
  } catch (error) {
    if (error instanceof MarkdownLimitError) return true
    throw error
  }
}

export type Expected = { type: string; content?: Expected[]; [name: string]: unknown }

export function same(markdown: string, ...blocks: Expected[]): void {
  assert.deepEqual(JSON.parse(JSON.stringify(markdownToAdf(markdown).adf.content)), blocks)
  assertSound(markdown)
}

/** Warnings are written as `code:line`. */
export function warned(markdown: string, ...expected: string[]): void {
  const found = markdownToAdf(markdown).warnings.map(({ code, line }) => `${code}:${line}`)
  assert.deepEqual(found, expected)
}

export function node(type: string, attrs?: object): (...content: Expected[]) => Expected {
  return (...content) => ({
    type,
    ...(attrs ? { attrs } : {}),
    ...(content.length > 0 ? { content } : {}),
  })
}

export function t(text: string, ...marks: (string | object)[]): Expected {
  const written = marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark))
  return { type: 'text', text, ...(written.length > 0 ? { marks: written } : {}) }
}

export function p(...content: (Expected | string)[]): Expected {
  return node('paragraph')(...content.map((part) => (typeof part === 'string' ? t(part) : part)))
}

export const li: (...content: Expected[]) => Expected = node('listItem')
export const ul: (...content: Expected[]) => Expected = node('bulletList')
export const br: Expected = { type: 'hardBreak' }

export function ol(order?: number): (...content: Expected[]) => Expected {
  return node('orderedList', order === undefined ? undefined : { order })
}

export function panel(panelType: string): (...content: Expected[]) => Expected {
  return node('panel', { panelType })
}

export function image(url: string, alt?: string): Expected {
  const attrs = { type: 'external', url, ...(alt === undefined ? {} : { alt }) }
  return node('mediaSingle', { layout: 'center' })(node('media', attrs)())
}

export function inlineImage(url: string, described: object = {}): Expected {
  return node('mediaInline', { type: 'image', id: url, collection: '', ...described })()
}

export function linkTo(href: string): object {
  return { type: 'link', attrs: { href } }
}

export function subsup(type: 'sub' | 'sup'): object {
  return { type: 'subsup', attrs: { type } }
}
