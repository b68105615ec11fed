/** Finds a range whose surroundings are other ones: in the next form of its line, or by its words alone. @module */
import { align } from '../../compare/align.ts'
import { type ComparedTexts, saysAnother } from './compared-texts.ts'
import { indexOfLine, type TextLine } from './text-lines.ts'

/** A changed line is the old one's next form from this likeness on, if it is so much ahead of others. */
const minLikeness = 0.5
const minLead = 0.1
const maxForms = 20
/** Shorter words may stand anywhere. */
const minWords = 8

/**
 * Find a range in the next form of its line, if there is clearly one.
 * @param start Where it starts in the old one.
 * @param end Where it ends.
 * @param fresh Young lines without a partner, one of which may be that form.
 * @returns Where it stands, or -1.
 */
export function changedLinePlace(
  texts: ComparedTexts,
  start: number,
  end: number,
  fresh: readonly TextLine[],
): number {
  const { old, oldText, isOpen, left } = texts
  const line = old[indexOfLine(old, start)] as TextLine
  const quoted = oldText.slice(start, end)
  left.far -= line.text.length
  if (left.far < 0 || left.words < 0) return -1
  const words = wordsOf(line.text)
  const forms: { next: TextLine; words: TextLine[]; partners: Int32Array; likeness: number }[] = []
  for (const next of fresh) {
    if (left.far < 0 || left.words < 0 || forms.length === maxForms) break
    left.far -= next.text.length
    if (!next.text.includes(quoted) || saysAnother(texts, line, next)) continue
    const nextWords = wordsOf(next.text)
    left.words -= words.length * nextWords.length
    const partners = align(words.map(textOf), nextWords.map(textOf))
    const likeness = shareOf(words, partners, line.text.length + next.text.length)
    forms.push({ next, words: nextWords, partners, likeness })
  }
  const [best, second] = forms.sort((one, other) => other.likeness - one.likeness)
  if (best === undefined || best.likeness < minLikeness) return -1
  const isClear = second === undefined || best.likeness - second.likeness >= minLead
  if (!isClear && second.next.text !== best.next.text) return -1
  const relative = start - line.start
  const word = indexOfLine(words, relative)
  const nextWord = best.words[best.partners[word] ?? -1]
  const within = nextWord ? nextWord.start + relative - (words[word] as TextLine).start : -1
  const place =
    best.next.text.startsWith(quoted, within) && within >= 0
      ? within
      : onlyPlace(best.next.text, quoted)
  const at = best.next.start + place
  return place >= 0 && isOpen(at) ? at : -1
}

/**
 * Find a range whose words stand once in each of two texts, however unlike what is around them is.
 * @param start Where it starts in the old one.
 * @param end Where it ends.
 * @returns Where it stands, or -1.
 */
export function onlyPlaceOf(texts: ComparedTexts, start: number, end: number): number {
  const { oldText, youngText, isOpen, left } = texts
  if (end - start < minWords || left.far < 0) return -1
  left.far -= oldText.length + youngText.length
  const quoted = oldText.slice(start, end)
  const at = onlyPlace(oldText, quoted) < 0 ? -1 : onlyPlace(youngText, quoted)
  return at >= 0 && isOpen(at) ? at : -1
}

/** Where a text stands in another, if it stands there once. */
function onlyPlace(text: string, quoted: string): number {
  const at = text.indexOf(quoted)
  return text.indexOf(quoted, at + 1) < 0 ? at : -1
}

/** Words, and what stands between them. */
function wordsOf(line: string): TextLine[] {
  return Array.from(
    line.matchAll(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]+/gu),
    ({ 0: text, index }) => ({ text, start: index }),
  )
}

function textOf({ text }: TextLine): string {
  return text
}

function shareOf(words: readonly TextLine[], partners: Int32Array, length: number): number {
  let common = 0
  words.forEach(({ text }, index) => {
    if ((partners[index] as number) >= 0) common += text.length
  })
  return (2 * common) / length
}
