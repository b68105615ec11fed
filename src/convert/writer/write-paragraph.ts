/** Writes a sentence as a paragraph, or as the image that it consists of. @module */

import { anchorMacro } from '../adf/heading-names.ts'
import type { AdfWriter } from './adf-writer.ts'
import { jsonOfParagraph } from './json.ts'
import type { AdfSentence } from './sentence.ts'

/** Write a sentence; one that is only an image becomes a block of the image. */
export function writeParagraph(sentence: AdfSentence, line: number, writer: AdfWriter): void {
  sentence.end()
  const { floats, onlyImage } = sentence
  const layout = writer.align && imageLayouts[writer.align]
  for (const image of onlyImage === undefined ? floats : [...floats, onlyImage]) {
    writer.block('mediaSingle', line, image.blockIn(layout), image.blockText, 'wordless')
  }
  if (onlyImage !== undefined || (floats.length > 0 && sentence.json === '')) return
  writer.placeFor('paragraph', line)
  warnOfSentence(sentence, line, writer)
  beginWithTargets(sentence, writer)
  const kind = sentence.hasWords ? 'words' : 'wordless'
  const json = jsonOfParagraph(sentence.json, alignment(line, writer))
  writer.put(json, sentence.words, sentence.isTitle ? 'title' : kind)
}

/** Put the anchors that links lead to before a sentence. */
export function beginWithTargets(sentence: AdfSentence, writer: AdfWriter): void {
  for (const name of writer.takeTargets()) sentence.prepend(JSON.stringify(anchorMacro(name)))
}

const imageLayouts = { left: 'align-start', center: 'center', right: 'align-end' } as const

/** Make the mark that aligns the next block; empty on the left, where text stands anyway. */
export function alignment(line: number, writer: AdfWriter): string {
  const { align } = writer
  if (align === undefined || align === 'left') return ''
  return writer.canPlaceMark('alignment', line) ? alignmentMarks[align] : ''
}

const alignmentMarks = {
  center: '{"type":"alignment","attrs":{"align":"center"}}',
  right: '{"type":"alignment","attrs":{"align":"end"}}',
} as const

/** Warn of marks and floating images that ADF cannot show in a sentence. */
export function warnOfSentence(sentence: AdfSentence, line: number, { warnings }: AdfWriter): void {
  if (sentence.hasFloat) warnings.add('alignment-dropped', line)
  if (sentence.losesMarks) warnings.add('mark-dropped', line)
}
