/** Films and pages of other sites that a page shows: `<iframe src="…">`, `<video src="…">`. @module */
import { oneLine } from './alert.ts'
import { linkDestination } from './components/cards.ts'
import { elementSyntax, readComponentAttributes } from './components/component-tags.ts'
import type { Construct } from './construct.ts'
import { replaceTags } from './replace-tags.ts'

const names = new Set(['iframe', 'video', 'audio'])
const source = /<source\s[^<>]{0,2000}?\bsrc=["']([^"'\n]{1,2000})["']/

/** A wiki shows no frames: they become links. */
export const embeds: Construct = {
  name: 'frame of another site, or a film',
  written: '<iframe src="https://example.org/film" title="A film"></iframe>',
  becomes: '[A film](https://example.org/film)',
  sign: /<(?:iframe|video|audio)\b/,
  read: (lines) =>
    replaceTags(lines, elementSyntax, ({ kind, name, attributes, source: inside, isBlock }) => {
      if (!names.has(name) || (kind !== 'pair' && kind !== 'single')) return undefined
      const { words } = readComponentAttributes(attributes)
      const address = words.get('src') ?? source.exec(inside)?.[1]
      if (address === undefined || address.trim() === '') return undefined
      const label = oneLine(words.get('title') ?? '') || address.trim()
      const link = `[${label.replace(/[[\]]/g, '\\$&')}](${linkDestination(address.trim())})`
      return isBlock ? { block: [link] } : { inline: link }
    }),
}
