/**
 * Footnotes: a raised number at each reference, the notes at the end of the page, linked both ways.
 * @module
 */
import { anchorMacro } from '../adf/heading-names.ts'
import type { Conversion } from '../conversion.ts'
import { jsonOfParagraph, jsonOfText } from '../writer/json.ts'
import { bits, noMarks } from '../writer/marks.ts'
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
      const number = definitions.footnotes.numberOf(nodes.identifierOf(id))
      const anchor = referenceAnchor(number)
      if (sentence.canHoldTargets && !targets.has(anchor)) {
        sentence.node(anchorMacro(anchor), '')
        targets.add(anchor)
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
  const anchor = noteAnchor(number)
  const writeAnchor = (): void =>
    writer.block('paragraph', line, jsonOfParagraph(JSON.stringify(anchorMacro(anchor))))
  const first = nodes.childCount(id) === 0 ? 0 : nodes.childOf(id, 0)
  const beginsWithWords = nodes.typeOf(first) === 'paragraph'
  writer.openItem(line)
  if (beginsWithWords) writer.awaitTarget(anchor)
  else writeAnchor()
  conversion.blocks(id)
  // If the note begins with only an image, that block cannot hold the note's anchor: put it behind.
  if (beginsWithWords && !writer.targets.has(anchor)) writeAnchor()
  // A later note may refer to this one.
  const late = (json: string, text: string): string => {
    const ifReferred = (written: string) => (): string =>
      targets.has(referenceAnchor(number)) ? written : ''
    return writer.late.add(ifReferred(json), ifReferred(text))
  }
  const back = jsonOfText('↩', noMarks.with(bits.link, linkTo(referenceAnchor(number))))
  const isInParagraph = writer.appendToParagraph(late(`,${jsonOfText(' ')},${back}`, ' ↩'))
  if (!isInParagraph) writer.append(late(`,${jsonOfParagraph(back)}`, '\n↩'))
  writer.close()
}
