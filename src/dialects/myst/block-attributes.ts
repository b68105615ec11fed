/** Attributes above a block of MyST: `{#name .class emphasize-lines="2"}` on a line of its own. @module */
import { append } from '../../base/append.ts'
import { readAttributes } from '../attributes.ts'
import { codeInfo } from '../code-block.ts'
import { openedLine, sealedAgain } from '../code-lines.ts'
import type { Construct } from '../construct.ts'
import { kindOf, type Line } from '../line.ts'
import { anchorOf } from './directive.ts'

const written = /^([\s>]*)\{([^{}\n]{1,500})\}\s*$/
const member = /^(?:[.#][\w:.+-]+|[a-z][\w-]*=(?:"[^"]*"|'[^']*'|[^\s"']\S*))(?:\s+|$)/i

/** https://myst-parser.readthedocs.io/en/latest/syntax/optional.html#block-attributes */
export const mystBlockAttributes: Construct = {
  name: 'attributes above a block: places, marked lines of code, and who is quoted stay',
  written: '{#said attribution="Ada"}\n> Some words.',
  becomes: '<a id="said"></a>\n\n> Some words.\n>\n> — Ada',
  sign: /^[ \t>]*\{[^{}\n]+\}[ \t]*$/m,
  read(lines) {
    const result: Line[] = []
    for (let index = 0; index < lines.length; index += 1) {
      const one = lines[index] as Line
      const [, before = '', inside = ''] =
        (kindOf(one.text) === 'text' && written.exec(one.text)) || []
      // Only there: each line of a long paragraph would go to its end.
      const end = isList(inside) ? endOfParagraph(lines, index + 1) : index + 1
      if (end === index + 1) {
        result.push(one)
        continue
      }
      const { named, words } = readAttributes(inside)
      const id = words.find((word) => word.startsWith('#'))?.slice(1)
      if (id !== undefined)
        result.push({ ...one, text: before + anchorOf(id) }, { ...one, text: before.trimEnd() })
      const block = lines.slice(index + 1, end)
      append(result, blockWith(named, block, before))
      index = end - 1
    }
    return result
  },
}

/** One by one: a pattern of them all could read a word in as many ways as it has parts. */
function isList(inside: string): boolean {
  let rest = inside.trim()
  for (let found = member.exec(rest); found !== null && rest !== ''; found = member.exec(rest)) {
    rest = rest.slice(found[0].length)
  }
  return rest === '' && inside.trim() !== ''
}

/** The lines up to the next blank one, of which the first alone is changed where it is code. */
function endOfParagraph(lines: readonly Line[], start: number): number {
  if (kindOf(lines[start]?.text ?? '') === 'fence') return start + 1
  let end = start
  while ((lines[end]?.text ?? '').trim() !== '') end += 1
  return end
}

function blockWith(
  named: ReadonlyMap<string, string>,
  block: readonly Line[],
  before: string,
): readonly Line[] {
  const [first, last] = [block[0] as Line, block.at(-1) as Line]
  const opened = openedLine(first.text)
  const marked = named.get('emphasize-lines')
  if (opened !== undefined && marked !== undefined) {
    const content = codeInfo(opened.content.trimEnd(), named.get('caption'), marked)
    return [{ ...first, text: sealedAgain({ ...opened, content }) }, ...block.slice(1)]
  }
  const source = named.get('attribution')
  if (source === undefined || !first.text.startsWith('>', before.length)) return block
  return [...block, { ...last, text: `${before}>` }, { ...last, text: `${before}> — ${source}` }]
}
