/**
 * Parts that mdBook's books write in HTML: what is hidden, listings and warnings; and titles of chapters.
 * @module
 */
import { alertAround, oneLine } from '../alert.ts'
import { readAttributes } from '../attributes.ts'
import { mapCode } from '../code-lines.ts'
import { componentSyntax, elementSyntax } from '../components/component-tags.ts'
import type { Construct } from '../construct.ts'
import { mapText, replaceMatches } from '../line.ts'
import { replaceTags } from '../replace-tags.ts'

/** https://rust-lang.github.io/mdBook/format/mdbook.html#classhidden */
export const mdbookHiddenParts: Construct = {
  name: 'part that is hidden',
  written: 'Some words.\n\n<div class="hidden">Not these.</div>',
  becomes: 'Some words.\n\n',
  sign: /<(?:div|p|span) class="hidden"/,
  read: (lines) =>
    replaceTags(lines, elementSyntax, ({ kind, attributes, isBlock }) => {
      if (kind !== 'pair' || attributes !== 'class="hidden"') return undefined
      return isBlock ? { block: [] } : { inline: '' }
    }),
}

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

/** https://rust-lang.github.io/mdBook/format/mdbook.html#class-warning */
export const mdbookWarnings: Construct = {
  name: 'warning',
  written: '<div class="warning">\n\nIt is **hot**.\n\n</div>',
  becomes: '> [!WARNING]\n> It is **hot**.',
  sign: /<div class="(?:warning|note|tip|info)"/,
  read: (lines) =>
    replaceTags(lines, elementSyntax, ({ kind, name, attributes, content, isBlock, line }) => {
      const [, type] = /^class="(warning|note|tip|info)"$/.exec(attributes) ?? []
      if (kind !== 'pair' || name !== 'div' || type === undefined || !isBlock) return undefined
      return { block: alertAround(type, undefined, content, line) }
    }),
}

/** https://rust-lang.github.io/mdBook/format/mdbook.html#controlling-page-title */
export const mdbookTitle: Construct = {
  name: 'title of the window',
  written: '{{#title My title}}Some words.',
  becomes: 'Some words.',
  sign: /\{\{#title\s/,
  read: (lines) =>
    mapText(lines, (text) => replaceMatches(text, /(?<!\\)\{\{#title\s[^{}]*\}\}/g, () => '')),
}

/** Read last, and written so that nobody takes it for a directive. */
export const mdbookEscapes: Construct = {
  name: 'directive that is shown',
  written: 'Write \\{{#include a.md}} here.',
  becomes: 'Write &#123;{#include a.md}} here.',
  sign: /\\\{\{#/,
  inCode: { written: '`\\{{#include a.md}}`', becomes: '`{{#include a.md}}`' },
  read: (lines) =>
    mapCode(
      mapText(lines, (text) => text.replaceAll('\\{{#', '&#123;{#')),
      (code) => code.replaceAll('\\{{#', '{{#'),
    ),
}
