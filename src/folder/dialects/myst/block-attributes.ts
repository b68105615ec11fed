/** MyST attributes on a line above their block. @module */
import { append } from '../../../contract/base/append.ts'
import { readAttributes } from '../attributes.ts'
import { codeInfo, makeText } from '../parts/make-parts.ts'
import type { Code, Part, PartRow } from '../parts/part.ts'
import type { RowsConstruct } from '../parts/part-construct.ts'
import { rowText } from '../parts/sentence.ts'
import { makeAnchor } from '../shared/attribute-lists.ts'

const attributeLine = /^([\s>]*)\{([^{}\n]{1,500})\}\s*$/
const member = /^(?:[.#][\w:.+-]+|[a-z][\w-]*=(?:"[^"]*"|'[^']*'|[^\s"']\S*))(?:\s+|$)/i

/** https://myst-parser.readthedocs.io/en/latest/syntax/optional.html#block-attributes */
export const mystBlockAttributes: RowsConstruct = {
  name: 'attributes above a block: places, marked lines of code, and who is quoted stay',
  input: '{#said attribution="Ada"}\n> Some words.',
  becomes: '<a id="said"></a>\n\n> Some words.\n>\n> — Ada',
  sign: /^[ \t>]*\{[^{}\n]+\}[ \t]*$/m,
  rows(rows) {
    const result: PartRow[] = []
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as PartRow
      const [, before = '', list = ''] = attributeLine.exec(rowText(row)) ?? []
      // Check here, because scanning every line to the end of a long paragraph is quadratic.
      const end = isList(list) ? endOfBlock(rows, index + 1) : index + 1
      if (end === index + 1) {
        result.push(row)
        continue
      }
      const { pairs, words } = readAttributes(list)
      const id = words.find((word) => word.startsWith('#'))?.slice(1)
      if (id !== undefined)
        result.push({ ...row, parts: [makeText(before), ...makeAnchor(id)] }, blankRow(row, before))
      append(result, blockWith(pairs, rows.slice(index + 1, end), before))
      index = end - 1
    }
    return result.length === rows.length ? rows : result
  },
}

/** One regular expression for the whole list would backtrack exponentially. */
function isList(text: string): boolean {
  let rest = text.trim()
  while (rest !== '') {
    const [attribute] = member.exec(rest) ?? []
    if (attribute === undefined) return false
    rest = rest.slice(attribute.length)
  }
  return text.trim() !== ''
}

function endOfBlock(rows: readonly PartRow[], start: number): number {
  if (codeIn(rows[start]) !== undefined) return start + 1
  let end = start
  while (end < rows.length && rowText(rows[end] as PartRow).trim() !== '') end += 1
  return end
}

function codeIn(row: PartRow | undefined): Code | undefined {
  return row?.parts.find((part) => part.type === 'code')
}

function blankRow(row: PartRow, before: string): PartRow {
  return { ...row, parts: [makeText(before.trimEnd())] }
}

function blockWith(
  pairs: ReadonlyMap<string, string>,
  block: readonly PartRow[],
  before: string,
): readonly PartRow[] {
  const [first, last] = [block[0] as PartRow, block.at(-1) as PartRow]
  const lineRanges = pairs.get('emphasize-lines')
  const code = codeIn(first)
  if (code !== undefined && lineRanges !== undefined) {
    const info = codeInfo(code.info.trimEnd(), pairs.get('caption'), lineRanges)
    const withInfo = (part: Part): Part => (part === code ? { ...code, info } : part)
    return [{ ...first, parts: first.parts.map(withInfo) }, ...block.slice(1)]
  }
  const source = pairs.get('attribution')
  if (source === undefined) return block
  // Only a quote can take the anchor into its text; elsewhere it becomes a line of its own.
  if (!rowText(first).startsWith('>', before.length)) {
    const words = { ...first, parts: [makeText(`${before}— ${source}`)] }
    return [words, blankRow(first, before), ...block]
  }
  return [
    ...block,
    { ...last, parts: [makeText(`${before}>`)] },
    { ...last, parts: [makeText(`${before}> — ${source}`)] },
  ]
}
