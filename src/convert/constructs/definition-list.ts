/** Definition lists: terms are bold lines, with their definitions as a list below them. @module */
import type { Conversion } from '../conversion.ts'
import { titleMarks } from '../writer/marks.ts'
import { writeParagraph } from '../writer/write-paragraph.ts'
import type { MarkdownConstruct } from './construct.ts'
import { writeItem } from './list.ts'

export const definitionList: MarkdownConstruct = {
  docs: [['definition list (`term`, then `: definition`)', 'bold line, then a `bulletList`']],
  examples: { 'a\n: b': 'paragraph("a" strong), bulletList(listItem(paragraph("b")))' },
  feature: 'definitionList',
  blocks: {
    descriptionList(id, conversion) {
      const { nodes } = conversion
      const list = new DefinitionList(conversion)
      for (const part of nodes.childrenOf(id)) {
        const line = nodes.lineOf(part)
        if (nodes.typeOf(part) === 'descriptionTerm') {
          conversion.startSentence()
          conversion.inlines(part, titleMarks)
          list.endTerm(line)
        } else {
          list.openDefinitions(line)
          writeItem(part, conversion)
        }
      }
      list.close()
    },
  },
}

/** Writes terms, and one list for the definitions of each. */
export class DefinitionList {
  readonly #conversion: Conversion
  #isOpen = false

  constructor(conversion: Conversion) {
    this.#conversion = conversion
  }

  /** Put the sentence as a term. */
  endTerm(line: number): void {
    const { anchors, sentence, writer } = this.#conversion
    sentence.end()
    anchors.addWords(sentence.plainWords, line)
    if (sentence.count === 0) return
    this.close()
    writeParagraph(sentence, line, writer)
  }

  openDefinitions(line: number): void {
    if (!this.#isOpen) this.#conversion.writer.open('bulletList', line)
    this.#isOpen = true
  }

  close(): void {
    if (this.#isOpen) this.#conversion.writer.close()
    this.#isOpen = false
  }
}
