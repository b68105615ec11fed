/** What becomes of parts of pages that nobody knows: their content stays, and the words of their tags. @module */
import type { ReadingContext } from './construct.ts'
import type { Line } from './line.ts'
import { linkDestination, oneLine } from './parts/words.ts'
import type { LineReplacement, TagElement } from './replace-tags.ts'
import { imageEnding } from './shared/unknown-parts.ts'

export interface UnknownElement
  extends Pick<TagElement, 'content' | 'sentence' | 'isBlock' | 'line'> {
  /** Notation for notices, such as `<Card>`. */
  readonly written: string
  /** Visible words of the tag. */
  readonly words: readonly string[]
  readonly address: string | undefined
  readonly image: { readonly source: string; readonly alt: string; readonly caption: string }
}

/** Replace a part by its content and visible words; report a part that has neither. */
export function leaveLines(part: UnknownElement, context: ReadingContext): LineReplacement {
  const { content, sentence, isBlock, written, line } = part
  const words = part.words.map(oneLine).join(': ')
  if (content.length > 0) {
    if (isBlock || content.some(({ text }) => text === '')) {
      const head = words === '' ? [] : [`**${linked(words, part.address)}**`, '']
      return { block: [...head, ...content] }
    }
    if (words === '') return { inline: sentence }
    const last = sentence.at(-1) as Line
    return { inline: [...sentence.slice(0, -1), { ...last, text: `${last.text} (${words})` }] }
  }
  const shown =
    imageOf(part) ?? (words === '' && !part.address ? undefined : linked(words, part.address))
  if (shown === undefined) context.leaveOut(written, line)
  return isBlock ? { block: shown === undefined ? [] : [shown] } : { inline: shown ?? '' }
}

function linked(words: string, address = ''): string {
  if (address === '') return words
  return `[${(words || address).replace(/[[\]]/g, '\\$&')}](${linkDestination(address)})`
}

function imageOf({ image: { source, alt, caption } }: UnknownElement): string | undefined {
  if (!imageEnding.test(source)) return undefined
  const title = oneLine(caption).replaceAll('"', "'")
  const shownAlt = oneLine(alt).replace(/[[\]]/g, '\\$&')
  return `![${shownAlt}](${linkDestination(source)}${title === '' ? '' : ` "${title}"`})`
}
