/** Shortcodes that nobody knows: what they hold stays, and the words of their tags. @module */
import { oneLine } from '../alert.ts'
import type { Construct } from '../construct.ts'
import type { Line } from '../line.ts'
import type { Replacement } from '../replace-tags.ts'
import { argumentOf, replaceShortcodes, type Shortcode } from '../shortcodes.ts'
import { hugoNotation } from './notation.ts'
import { cardOf } from './parts.ts'

/** Read after all others. */
export const hugoOthers: Construct = {
  name: 'any other shortcode with an end',
  written: '{{% blocks/lead title="More" %}}\nSome words.\n{{% /blocks/lead %}}',
  becomes: '**More**\n\nSome words.',
  sign: /\{\{[<%]\s{0,100}\//,
  read: (lines) => replaceShortcodes(lines, hugoNotation, wordsAndContent),
}

function wordsAndContent(shortcode: Shortcode): Replacement {
  const { kind, isBlock, content, sentence, attributes } = shortcode
  if (kind !== 'pair') return undefined
  if (isBlock || content.some(({ text }) => text === '')) {
    // Words with spaces are no option.
    const words = attributes.words.filter((word) => /\s/.test(word)).map((word) => `**${word}**`)
    return { block: [...words, '', ...(cardOf(shortcode)?.block ?? [])] }
  }
  const title = oneLine(argumentOf(shortcode, ['title', 'caption', 'label']) ?? '')
  if (title === '') return { inline: sentence }
  const last = sentence.at(-1) as Line
  return { inline: [...sentence.slice(0, -1), { ...last, text: `${last.text} (${title})` }] }
}
