/**
 * Converts footnotes: a raised number at each reference, the notes at the end, linked both ways.
 * @module
 */
import type { FootnoteDefinition, FootnoteReference } from 'mdast'
import type { AdfMark } from '../../adf/marks.ts'
import { anchorMacro, collectAnchors } from '../anchor-macro.ts'
import type { Conversion, InlineHandler } from '../conversion.ts'
import type { LooseNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'

const noteAnchor = (number: number): string => `footnote-${number}`
const referenceAnchor = (number: number): string => `footnote-${number}-text`

export const footnoteReference: InlineHandler<FootnoteReference> = (node, marks, { footnotes }) => {
  const { number, isFirst } = footnotes.refer(node.identifier)
  // Links cannot nest.
  const isLinked = marks.some(({ type }) => type === 'link')
  const raised: AdfMark = { type: 'subsup', attrs: { type: 'sup' } }
  const link: AdfMark = { type: 'link', attrs: { href: `#${noteAnchor(number)}` } }
  return [
    ...(isFirst ? [anchorMacro(referenceAnchor(number))] : []),
    { type: 'text', text: String(number), marks: isLinked ? [raised] : [raised, link] },
  ]
}

/**
 * Convert the notes to a rule and a numbered list. Call this after everything else was converted.
 * @param anchors Names of the anchors on the page so far.
 */
export function footnoteList(
  conversion: Conversion,
  anchors: ReadonlySet<string>,
): readonly LooseNode[] {
  const { footnotes } = conversion
  const notes = footnotes.inOrder().map((identifier) => {
    const definition = footnotes.definitions.get(identifier) as FootnoteDefinition
    return { line: lineOf(definition), content: conversion.blocks(definition.children) }
  })
  if (notes.length === 0) return []
  const placed = new Set(anchors)
  for (const { content } of notes) collectAnchors(content, placed)
  const items = notes.map(
    ({ line, content }, index): LooseNode => ({
      type: 'listItem',
      content: linked(content, line, index + 1, placed.has(referenceAnchor(index + 1))),
      line,
    }),
  )
  const line = notes[0]?.line ?? 1
  return [
    { type: 'rule', line },
    { type: 'orderedList', content: items, line },
  ]
}

/** Begin a note with its anchor, and end it with the way back if something refers to it. */
function linked(
  content: readonly LooseNode[],
  line: number,
  number: number,
  hasReference: boolean,
): LooseNode[] {
  const [first] = content
  const start = anchorMacro(noteAnchor(number))
  const begun: LooseNode[] =
    first?.type === 'paragraph'
      ? [{ ...first, content: [start, ...(first.content ?? [])] }, ...content.slice(1)]
      : [{ type: 'paragraph', content: [start], line }, ...content]
  if (!hasReference) return begun
  const link: AdfMark = { type: 'link', attrs: { href: `#${referenceAnchor(number)}` } }
  const back: LooseNode = { type: 'text', text: '↩', marks: [link] }
  const last = begun.at(-1)
  if (last?.type !== 'paragraph') return [...begun, { type: 'paragraph', content: [back], line }]
  const space: LooseNode = { type: 'text', text: ' ' }
  return [...begun.slice(0, -1), { ...last, content: [...(last.content ?? []), space, back] }]
}
