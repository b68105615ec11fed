/** Components that nobody knows: what they hold stays, and the words of their tags. @module */
import type { Construct, ReadingContext } from '../construct.ts'
import type { Line } from '../line.ts'
import { replaceTags, type TagElement } from '../replace-tags.ts'
import type { TagSyntax } from '../tags.ts'
import {
  addressAttributes,
  leaveContent,
  seenAttributes,
  type UnknownPart,
} from '../unknown-parts.ts'
import { spokenAttribute } from './component-construct.ts'
import { componentSyntax, elementSyntax, readComponentAttributes } from './component-tags.ts'

/** Components whose names say nothing to a reader. */
const wordless = new Set(['', 'Icon', 'Spacer', 'Separator', 'Divider', 'Head'])

/** What icons mean in the tables that they stand in, by their names in lower case. */
const signs: Readonly<Record<string, string>> = {
  check: '✓',
  checkicon: '✓',
  yes: '✓',
  cross: '✗',
  crossicon: '✗',
  x: '✗',
  xicon: '✗',
  no: '✗',
}

/** Read after all others. */
export const otherComponents: Construct = {
  name: 'any other component',
  written: '<Panel title="More">\n\nSome words.\n\n</Panel>',
  becomes: '**More**\n\nSome words.',
  sign: /<(?:[A-Z]|>|[a-z][a-z0-9]*-)/,
  read: (lines, context) =>
    [componentSyntax, elementSyntax].reduce(
      (read, syntax) => readAll(read, syntax, context),
      lines,
    ),
}

function readAll(
  lines: readonly Line[],
  syntax: TagSyntax,
  context: ReadingContext,
): readonly Line[] {
  return replaceTags(lines, syntax, (element) => {
    const { name, kind } = element
    if (kind === 'open' || kind === 'close') return undefined
    // Elements of HTML have no hyphens.
    if (syntax === elementSyntax && !name.includes('-')) return undefined
    const part = partOf(element)
    const isSilent = part.words.length === 0 && part.content.length === 0
    if (kind === 'single' && isSilent && Object.hasOwn(signs, name.toLowerCase()))
      return { inline: signs[name.toLowerCase()] as string }
    return leaveContent(part, wordless.has(name) ? { ...context, leaveOut: () => {} } : context)
  })
}

function partOf(element: TagElement): UnknownPart {
  const read = readComponentAttributes(element.attributes)
  return {
    ...element,
    written: `<${element.name}>`,
    words: seenAttributes.flatMap((one) => spokenAttribute(read, one) ?? []),
    address: spokenAttribute(read, ...addressAttributes),
    image: {
      source: read.words.get('src') ?? '',
      alt: read.words.get('alt') ?? '',
      caption: read.words.get('caption') ?? read.words.get('title') ?? '',
    },
  }
}
