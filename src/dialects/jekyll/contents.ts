/** `1. TOC` with `{:toc}` below: the list that kramdown replaces by a table of contents. @module */
import type { Construct } from '../construct.ts'
import { kindsOf, type Line } from '../line.ts'

const mark = /^\s*\{:\s*toc\b[^{}]*\}\s*$/i
/** Its words are never shown; a list that says something else is left. */
const item = /^([\s>]*)(?:[-*+]|\d{1,9}[.)])\s[^{}]{0,100}\b(?:toc|contents|list)\b[^{}]{0,100}$/i

/** https://kramdown.gettalong.org/converter/html.html#toc */
export const jekyllContents: Construct = {
  name: 'table of contents',
  written: '1. TOC\n{:toc}',
  becomes: '\n[TOC]\n',
  sign: /^[ \t]*\{:[ \t]*toc\b/im,
  read(lines) {
    const kinds = kindsOf(lines)
    const out: Line[] = []
    for (const [index, one] of lines.entries()) {
      const above = out.at(-1)
      const [found, indent = ''] = (kinds[index] === 'text' && item.exec(above?.text ?? '')) || []
      if (above === undefined || found === undefined || !mark.test(one.text)) out.push(one)
      else {
        const blank = { text: indent.trimEnd(), line: above.line }
        out.splice(-1, 1, blank, { text: `${indent}[TOC]`, line: one.line }, blank)
      }
    }
    return out
  },
}
