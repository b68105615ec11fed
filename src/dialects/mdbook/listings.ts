/** `<Listing number="1-1" caption="…">`, code with a number, as the Rust books have it. @module */
import { oneLine } from '../alert.ts'
import { readAttributes } from '../attributes.ts'
import { componentSyntax } from '../components/component-tags.ts'
import type { Construct } from '../construct.ts'
import { replaceTags } from '../replace-tags.ts'

/** https://github.com/rust-lang/book/tree/main/packages/mdbook-trpl */
export const mdbookListings: Construct = {
  name: 'listing with a caption',
  written: '<Listing number="1-1" file-name="a.rs" caption="Set `a`">\n\nSome code.\n\n</Listing>',
  becomes: 'Filename: a.rs\n\nSome code.\n\nListing 1-1: Set `a`',
  sign: /<Listing\b/,
  read: (lines) =>
    replaceTags(lines, componentSyntax, ({ kind, name, attributes, content }) => {
      if (kind !== 'pair' || name !== 'Listing') return undefined
      const { named } = readAttributes(attributes)
      const file = named.get('file-name')
      const number = named.get('number')
      const caption = oneLine(named.get('caption') ?? '')
      const words = [number === undefined ? '' : `Listing ${number}`, caption].filter(Boolean)
      return {
        block: [
          ...(file === undefined ? [] : [`Filename: ${file}`, '']),
          ...content,
          ...(words.length === 0 ? [] : ['', words.join(': ')]),
        ],
      }
    }),
}
