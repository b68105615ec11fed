/** Files that a page of Quarto includes. @module */
import { splitLines } from '../../convert/code/line-reader.ts'
import { readAttributes } from '../attributes.ts'
import { codeBlockOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { around, readIncludes } from '../includes.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { rebaseLinks } from '../rebase-links.ts'

const shortcode = /\{\{<\s{0,100}include\s((?:[^<>%"]|"[^"]*")*?)\s{0,100}>\}\}/

export const includedFiles: Construct = {
  name: 'file that is shown',
  written: '{{< include guide/setup.md >}}',
  becomes: '# Setup\n\nSet up.',
  sign: /\{\{<\s{0,100}include\s/,
  read: (lines, context) =>
    readIncludes(lines, context, {
      find(text) {
        const found = text.length >= 3_000 ? null : shortcode.exec(text)
        const [file] = readAttributes(found?.[1] ?? '').words
        if (found === null || file === undefined) return undefined
        return {
          address: file,
          ...around(found),
          choose: (one) =>
            /\.(?:q?md|markdown|html?)$/i.test(file)
              ? withoutBlankEnds(rebaseLinks(one, context))
              : codeBlockOf(file.split('.').at(-1) ?? '', splitLines(one.text.trimEnd()), 1),
        }
      },
    }),
}
