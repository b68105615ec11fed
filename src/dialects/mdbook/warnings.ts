/** `<div class="warning">`, the notes that rustdoc and mdBook know. @module */
import { alertAround } from '../alert.ts'
import { elementSyntax } from '../components/component-tags.ts'
import type { Construct } from '../construct.ts'
import { replaceTags } from '../replace-tags.ts'

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
