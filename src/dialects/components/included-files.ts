/** Files that Fumadocs includes: Markdown, or anything else as code. @module */

import { splitLines } from '../../convert/code/line-reader.ts'
import { codeBlockOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { readIncludes } from '../includes.ts'
import { kindOf, type Line } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { rebaseLinks } from '../rebase-links.ts'
import { readComponentAttributes } from './component-tags.ts'

const element =
  /^(\s*)<include(\s[^<>]{0,500})?>\s*([^\s<>#]{1,500})(#[\w-]{1,100})?\s*<\/include>\s*$/
const opening = /^\s*<include(?:\s[^<>]*)?>\s*$/
const closing = /^\s*<\/include>\s*$/

/** https://fumadocs.dev/docs/markdown#include */
export const componentIncludedFiles: Construct = {
  name: 'file that is included',
  written: '<include>./guide/setup.md</include>',
  becomes: '# Setup\n\nSet up.',
  sign: /<include[\s>]/,
  read: (lines, context) =>
    readIncludes(joined(lines), context, {
      find(text) {
        const [, before = '', said = '', address = '', part] = element.exec(text) ?? []
        if (address === '') return undefined
        const { words } = readComponentAttributes(said)
        const isFromSite = words.has('cwd')
        const meta = words.get('meta') ?? ''
        const language = words.get('lang') ?? /\.(\w+)$/.exec(address)?.[1] ?? ''
        return {
          address: isFromSite ? `/${address}` : address,
          before,
          after: '',
          choose(file) {
            // Parts have their names in what a program reads.
            if (part !== undefined) return undefined
            if (/\.mdx?$/.test(address)) return withoutBlankEnds(rebaseLinks(file, context))
            const texts = splitLines(file.text.replace(/\n$/, ''))
            return codeBlockOf(`${language} ${meta}`, texts, 1)
          },
        }
      },
    }),
}

/** The address may stand on a line of its own. */
function joined(lines: readonly Line[]): readonly Line[] {
  const out: Line[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const one = lines[index] as Line
    const [address, end] = lines.slice(index + 1, index + 3)
    const isOver =
      kindOf(one.text) === 'text' && opening.test(one.text) && closing.test(end?.text ?? '')
    out.push(
      isOver ? { ...one, text: `${one.text.trimEnd()}${address?.text.trim()}</include>` } : one,
    )
    if (isOver) index += 2
  }
  return out
}
