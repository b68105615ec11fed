/** `{{#title …}}`, which names the window of a browser. @module */
import { mapCode } from '../code-lines.ts'
import type { Construct } from '../construct.ts'
import { mapText, replaceMatches } from '../line.ts'

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
