/** Block quotes, and the alerts among them. @module */
import { type AlertType, findAlertType } from '../alert-types.ts'
import type { Conversion } from '../conversion.ts'
import { titleMarks } from '../writer/marks.ts'
import { writeParagraph } from '../writer/write-paragraph.ts'
import type { MarkdownConstruct } from './construct.ts'
import { writeParagraphPart } from './paragraph.ts'
import { writeText } from './text.ts'

export const blockquote: MarkdownConstruct = {
  docs: [['quote', '`blockquote`']],
  examples: { '> a': 'blockquote(paragraph("a"))' },
  blocks: {
    blockquote(id, conversion) {
      const { nodes, writer } = conversion
      const marker = findMarker(id, conversion)
      if (marker !== undefined) writeAlert(id, marker, conversion)
      else {
        writer.open('blockquote', nodes.lineOf(id))
        conversion.blocks(id)
        writer.close()
      }
    },
  },
}

export const alert: MarkdownConstruct = {
  docs: [
    [
      'GitHub alert `> [!NOTE]`, with a title as in Obsidian; `:::note` … `:::`; `!!! note "Title"`',
      '`panel`; the title is its first, bold line, or the word for the kind where the panel does not say it',
    ],
    ['foldable alert `> [!NOTE]-`, `??? note`, `::: details`', '`expand` with the title'],
  ],
  examples: {
    '> [!NOTE]\n> a': 'panel info(paragraph("a"))',
    '> [!bug] a\n> b': 'panel error(paragraph("a" strong), paragraph("b"))',
    '> [!tip]- a\n> b': 'expand a(paragraph("b"))',
  },
}

/** The marker at the start of an alert. */
interface Marker {
  readonly type: AlertType
  readonly name: string
  readonly isFoldable: boolean
  /** The paragraph that begins with it. */
  readonly paragraph: number
  readonly length: number
}

const marker = /^\[!([a-z][a-z-]*)\]([+-]?)[ \t]*/i

function findMarker(id: number, { nodes }: Conversion): Marker | undefined {
  const paragraph = nodes.childCount(id) === 0 ? 0 : nodes.childOf(id, 0)
  if (nodes.typeOf(paragraph) !== 'paragraph' || nodes.childCount(paragraph) === 0) return undefined
  const first = nodes.childOf(paragraph, 0)
  const words = nodes.typeOf(first) === 'text' ? nodes.valueOf(first) : ''
  if (!words.startsWith('[!')) return undefined
  const [whole = '', name = '', fold] = marker.exec(words) ?? []
  const type = findAlertType(name)
  if (type === undefined) return undefined
  const isFoldable = fold !== '' || type.panelType === 'expand'
  return { type, name, isFoldable, paragraph, length: whole.length }
}

/** The first line beside the marker is the title; what stands below it is the first paragraph. */
function writeAlert(id: number, marker: Marker, conversion: Conversion): void {
  const { nodes, writer } = conversion
  const { type, name, isFoldable, paragraph } = marker
  const line = nodes.lineOf(id)
  const title = titleOf(marker, conversion)
  const isAll = title.to === nodes.childCount(paragraph) && nodes.childCount(id) === 1
  if (isAll && !isFoldable && endsSentence(title, conversion)) {
    writer.open('panel', line, { panelType: type.panelType })
    if (type.title !== undefined) writeLine(type.title, line, conversion)
    const part = { line: nodes.lineOf(paragraph), from: 1, before: title.start }
    writeParagraphPart(paragraph, part, conversion)
    writer.close()
    return
  }
  const sentence = conversion.startSentence({ canHoldTargets: !isFoldable })
  writeText(title.start, titleMarks, conversion)
  conversion.inlines(paragraph, titleMarks, 1, title.to)
  writeText(title.end, titleMarks, conversion)
  if (isFoldable) {
    const words = sentence.count > 0 ? sentence.plainWords : (type.title ?? '')
    writer.open('expand', line, { title: words.trim() || type.title || capitalized(name) })
  } else {
    writer.open('panel', line, { panelType: type.panelType })
    if (sentence.count > 0) writeParagraph(sentence, line, writer)
    else if (type.title !== undefined) writeLine(type.title, line, conversion)
  }
  if (title.below !== undefined) {
    const part = { line: nodes.lineOf(paragraph) + 1, from: title.to + 1, before: title.below }
    writeParagraphPart(paragraph, part, conversion)
  }
  conversion.blocks(id, 1)
  writer.close()
}

function writeLine(words: string, line: number, conversion: Conversion): void {
  const sentence = conversion.startSentence()
  sentence.text(words, titleMarks)
  writeParagraph(sentence, line, conversion.writer)
}

function capitalized(name: string): string {
  return name[0]?.toUpperCase() + name.slice(1).toLowerCase()
}

/** The first line of a paragraph behind the marker: text, children up to an index, and text. */
interface Title {
  readonly paragraph: number
  readonly start: string
  /** Index of the child in which the line ends. */
  readonly to: number
  readonly end: string
  /** Text below the line in the same child; undefined where nothing stands below. */
  readonly below: string | undefined
}

function titleOf({ paragraph, length }: Marker, { nodes }: Conversion): Title {
  const count = nodes.childCount(paragraph)
  const first = nodes.valueOf(nodes.childOf(paragraph, 0)).slice(length)
  for (let to = 0; to < count; to += 1) {
    const child = nodes.childOf(paragraph, to)
    const type = nodes.typeOf(child)
    const start = to === 0 ? '' : first
    if (type === 'break') {
      const below = to + 1 < count ? '' : undefined
      return { paragraph, start, to, end: '', below }
    }
    const value = to === 0 ? first : type === 'text' ? nodes.valueOf(child) : ''
    const newline = value.indexOf('\n')
    if (newline === -1) continue
    const end = value.slice(0, newline).trimEnd()
    return { paragraph, start, to, end, below: value.slice(newline + 1) }
  }
  return { paragraph, start: first, to: count, end: '', below: undefined }
}

/** A full sentence beside the marker with nothing below it is the text, not a title. */
function endsSentence({ paragraph, start, to }: Title, { nodes }: Conversion): boolean {
  const last = nodes.childOf(paragraph, to - 1)
  if (nodes.typeOf(last) !== 'text') return false
  return /[.!?][)"'”’]?\s*$/.test(to === 1 ? start : nodes.valueOf(last))
}
