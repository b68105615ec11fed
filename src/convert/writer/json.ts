/** Writes texts and paragraphs as JSON. @module */
import { boldMarks, noMarks, type TextMarks } from './marks.ts'

const hasEscapes = /["\\\u0000-\u001f\ud800-\udfff]/

/**
 * Write a text as `JSON.stringify` does, faster where nothing needs an escape.
 * @returns The part between the quotation marks.
 */
export function jsonInside(text: string): string {
  return hasEscapes.test(text) ? JSON.stringify(text).slice(1, -1) : text
}

export function jsonOfText(words: string, { json: marks }: TextMarks = noMarks): string {
  const inside = jsonInside(words)
  return marks === ''
    ? `{"type":"text","text":"${inside}"}`
    : `{"type":"text","text":"${inside}","marks":[${marks}]}`
}

/** The start of the JSON of a paragraph that has content and no attributes. */
export const plainParagraph = '{"type":"paragraph","content":['

/** @param content Nodes with commas between; a paragraph without any is empty. */
export function jsonOfParagraph(content: string, marks = ''): string {
  // Most blocks are such paragraphs.
  if (content !== '' && marks === '') return `${plainParagraph}${content}]}`
  return jsonOfBlock('paragraph', '', content, marks)
}

/**
 * Write a block.
 * @param attrs JSON of its attributes; empty for none, as the others.
 */
export function jsonOfBlock(type: string, attrs: string, content: string, marks = ''): string {
  const withAttrs = attrs === '' ? '' : `,"attrs":${attrs}`
  const withContent = content === '' ? '' : `,"content":[${content}]`
  const withMarks = marks === '' ? '' : `,"marks":[${marks}]`
  return `{"type":"${type}"${withAttrs}${withContent}${withMarks}}`
}

export function jsonOfBoldLine(words: string): string {
  return jsonOfParagraph(jsonOfText(words, boldMarks))
}
