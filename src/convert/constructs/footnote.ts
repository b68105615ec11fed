/**
 * Footnotes: a raised number at each reference, the notes at the end of the page, linked both ways.
 * @module
 */
import { anchorMacro } from '../adf/heading-names.ts'
import type { Conversion } from '../conversion.ts'
import { jsonOfParagraph, jsonOfText } from '../writer/json.ts'
import { bits, noMarks } from '../writer/marks.ts'
import type { Note } from '../writer/open-node.ts'
import { writeParagraph } from '../writer/write-paragraph.ts'
import type { MarkdownConstruct } from './construct.ts'
import { writeRule } from './text.ts'

const noteAnchor = (number: number): string => `footnote-${number}`
const referenceAnchor = (number: number): string => `footnote-${number}-text`
const raised = noMarks.with(bits.subsup, '{"type":"subsup","attrs":{"type":"sup"}}')

export const footnotes: MarkdownConstruct = {
  docs: [
    [
      'footnote',
      'raised number that leads to its note; the notes are a numbered list at the end, each with `↩` back to the text (the macro `anchor` marks both places)',
    ],
  ],
  examples: {
    'a[^b]\n\n[^b]: c':
      'paragraph("a", inlineExtension, "1" subsup link #footnote-1), rule, orderedList(listItem(paragraph(inlineExtension, "c", " ", "↩" link #footnote-1-text)))',
  },
  inlines: {
    footnoteReference(id, marks, { definitions, nodes, sentence, targets }) {
      const { number, isFirst } = definitions.footnotes.refer(nodes.identifierOf(id))
      if (isFirst && sentence.canHoldTargets) {
        sentence.node(anchorMacro(referenceAnchor(number)), '')
        targets.add(referenceAnchor(number))
      }
      // Links cannot nest.
      const isLinked = marks.has(bits.link)
      const mark = isLinked ? raised : raised.with(bits.link, linkTo(noteAnchor(number)))
      sentence.text(String(number), mark)
    },
  },
}

function linkTo(anchor: string): string {
  return `{"type":"link","attrs":{"href":"#${anchor}"}}`
}

/** Write the notes, when everything else is written. */
export function writeFootnotes(conversion: Conversion): void {
  const { definitions, nodes, writer } = conversion
  const notes = definitions.footnotes.inOrder()
  const [first] = notes
  if (first === undefined) return
  writeRule(nodes.lineOf(first), writer)
  writer.open('orderedList', nodes.lineOf(first))
  for (const [index, id] of notes.entries()) writeNote(id, index + 1, conversion)
  writer.close()
}

/** A note begins with its anchor, and ends with the way back if something refers to it. */
function writeNote(id: number, number: number, conversion: Conversion): void {
  const { nodes, targets, writer } = conversion
  const line = nodes.lineOf(id)
  const back = jsonOfText('↩', noMarks.with(bits.link, linkTo(referenceAnchor(number))))
  // Only a later note may refer to this one.
  const isReferred = (): boolean => targets.has(referenceAnchor(number))
  const lateBack = (json: string, text: string, isLast = (): boolean => true): string =>
    writer.late.add(
      () => (isReferred() && isLast() ? json : ''),
      () => (isReferred() && isLast() ? text : ''),
    )
  let paragraphs = 0
  const note: Note = {
    start: JSON.stringify(anchorMacro(noteAnchor(number))),
    endsWithParagraph: false,
    isReferred,
    end() {
      paragraphs += 1
      const own = paragraphs
      const isLast = (): boolean => note.endsWithParagraph && own === paragraphs
      return lateBack(`,${jsonOfText(' ')},${back}`, ' ↩', isLast)
    },
  }
  writer.openNote(line, note)
  conversion.blocks(id)
  if (note.start !== undefined) writeParagraph(conversion.startSentence(), line, writer)
  if (!note.endsWithParagraph) writer.append(lateBack(`,${jsonOfParagraph(back)}`, '\n↩'))
  writer.close()
}
