/** `:id=name` and `{docsify-ignore}` behind a heading. @module */
import type { Construct } from '../construct.ts'
import { mapText } from '../line.ts'

/** https://docsify.js.org/#/helpers?id=customise-id-for-headings */
export const docsifyHeadings: Construct = {
  name: 'name of a heading; what the sidebar is told of it',
  written: '## First steps :id=first\n\n## More {docsify-ignore}',
  becomes: '## First steps {#first}\n\n## More',
  sign: /^[ \t]*#{1,6} .*(?::id=|\{docsify-ignore)/m,
  read: (lines) =>
    mapText(lines, (text) =>
      /^\s*#{1,6} /.test(text) ? text.replace(hidden, '').replace(name, ' {#$1}') : text,
    ),
}

const hidden = /[ \t]?(?:<!-- )?\{docsify-ignore(?:-all)?\}(?: -->)?[ \t]*$/
const name = /[ \t]:id=([\w-]{1,200})[ \t]*$/
