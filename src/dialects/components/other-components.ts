/** Components that nobody knows: what they hold stays, and the words of their tags. @module */
import { oneLine } from '../alert.ts'
import type { Construct } from '../construct.ts'
import type { Line } from '../line.ts'
import { type Replacement, replaceTags, type TagElement } from '../replace-tags.ts'
import { spokenAttribute } from './component-construct.ts'
import { componentSyntax, readComponentAttributes } from './component-tags.ts'

/** Words that a reader would see. */
const seen = ['title', 'label', 'heading', 'header', 'text', 'caption', 'description', 'alt']
/** They show no words. */
const wordless = new Set(['Icon', 'Spacer', 'Separator', 'Divider', 'Head'])

/** Read after all others. */
export const otherComponents: Construct = {
  name: 'any other component',
  written: '<Panel title="More">\n\nSome words.\n\n</Panel>',
  becomes: '**More**\n\nSome words.',
  sign: /<(?:[A-Z]|>)/,
  read(lines, context) {
    const noticed = new Set<string>()
    return replaceTags(lines, componentSyntax, (element) => {
      const { name, kind, line } = element
      if (kind === 'open' || kind === 'close') return undefined
      const replacement = wordsAndContent(element)
      if (replacement === undefined && !noticed.has(name)) {
        noticed.add(name)
        context.notice('syntax-shown', `<${name}>`, line)
      }
      return replacement
    })
  },
}

function wordsAndContent(element: TagElement): Replacement {
  const { kind, name, attributes, content, sentence, isBlock } = element
  const read = readComponentAttributes(attributes)
  const words = seen
    .flatMap((one) => spokenAttribute(read, one) ?? [])
    .map(oneLine)
    .join(': ')
  if (kind === 'single') {
    return words !== '' || wordless.has(name) ? { inline: words } : undefined
  }
  const hasBlocks = content.some(({ text }) => text === '')
  if (isBlock || hasBlocks) {
    const head = words === '' ? [] : [`**${words}**`, '']
    return { block: content.length === 0 ? head.slice(0, 1) : [...head, ...content] }
  }
  if (words === '') return { inline: sentence }
  const last = sentence.at(-1) as Line
  return { inline: [...sentence.slice(0, -1), { ...last, text: `${last.text} (${words})` }] }
}
