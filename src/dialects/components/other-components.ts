/** Components that nobody knows: what they hold stays, and the words of their tags. @module */
import { oneLine } from '../alert.ts'
import { codeBlockOf, codeSpanOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import type { Line } from '../line.ts'
import { textsOf } from '../lines-of.ts'
import { type Replacement, replaceTags, type TagElement } from '../replace-tags.ts'
import { linkDestination } from './cards.ts'
import { spokenAttribute } from './component-construct.ts'
import { componentSyntax, readComponentAttributes } from './component-tags.ts'

/** Words that a reader would see. */
const seen = ['title', 'label', 'heading', 'header', 'text', 'caption', 'description', 'alt']
/** They show no words. */
const wordless = new Set(['Icon', 'Spacer', 'Separator', 'Divider', 'Head'])

/** What icons mean in the tables that they stand in. */
const signs: Readonly<Record<string, string>> = {
  Check: '✓',
  CheckIcon: '✓',
  Yes: '✓',
  Cross: '✗',
  CrossIcon: '✗',
  X: '✗',
  XIcon: '✗',
  No: '✗',
}

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
      if (replacement !== undefined) return replacement
      if (!noticed.has(name)) context.notice('syntax-shown', `<${name}>`, line)
      noticed.add(name)
      return asCode(element)
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
    const image = imageIn(read.words)
    if (image !== undefined) return isBlock ? { block: [image] } : { inline: image }
    const sign = words === '' && Object.hasOwn(signs, name) ? signs[name] : undefined
    if (sign !== undefined) return { inline: sign }
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

const imageEnding = /\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#].*)?$/i

/** A component of any name that shows an image. */
function imageIn(words: ReadonlyMap<string, string>): string | undefined {
  const source = words.get('src') ?? ''
  if (!imageEnding.test(source)) return undefined
  const alt = oneLine(words.get('alt') ?? '').replace(/[[\]]/g, '\\$&')
  const caption = oneLine(words.get('caption') ?? words.get('title') ?? '').replaceAll('"', "'")
  return `![${alt}](${linkDestination(source)}${caption === '' ? '' : ` "${caption}"`})`
}

/** As it is written, with all its lines. */
function asCode({ name, attributes, isBlock, line }: TagElement): Replacement {
  const tag = `<${[name, attributes].join(' ').trim()} />`
  if (isBlock && tag.includes('\n')) return { block: codeBlockOf('jsx', textsOf(tag), line) }
  const code = codeSpanOf(oneLine(tag))
  return isBlock ? { block: [code] } : { inline: code }
}
