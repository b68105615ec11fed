/** `{{#title …}}`, which names the window of a browser. @module */
import type { Construct } from '../construct.ts'
import { mapText, replaceOutsideCode } from '../line.ts'

/** https://rust-lang.github.io/mdBook/format/mdbook.html#controlling-page-title */
export const mdbookTitle: Construct = {
  name: 'title of the window',
  written: '{{#title My title}}Some words.',
  becomes: 'Some words.',
  sign: /\{\{#title\s/,
  read: (lines) =>
    mapText(lines, (text) => replaceOutsideCode(text, /(?<!\\)\{\{#title\s[^{}]*\}\}/g, () => '')),
}

/** Read last, and written so that nobody takes it for a directive. */
export const mdbookEscapes: Construct = {
  name: 'directive that is shown',
  written: 'Write \\{{#include a.md}} here.',
  becomes: 'Write &#123;{#include a.md}} here.',
  sign: /\\\{\{#/,
  read: (lines) =>
    mapText(lines, (text) =>
      replaceOutsideCode(text, /\\\{\{#/g, () => '&#123;{#').replaceAll('\\{{#', '{{#'),
    ),
}
