/** `<div class="hidden">`: words that the book does not show. @module */
import { elementSyntax } from '../components/component-tags.ts'
import type { Construct } from '../construct.ts'
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
