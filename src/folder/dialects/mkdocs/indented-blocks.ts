/** Syntax of Python-Markdown's blocks with indented content. @module */
import type { LineCode } from '../../../convert/code/line-code.ts'
import type { PlacedToken, SourceDocument, Syntax } from '../parts/syntax.ts'

const openings: Readonly<Record<string, RegExp>> = {
  admonition: /^!!! ?[a-z][\w-]*(?: +[\w-]+)*(?: +".*")?\s*$/i,
  details: /^\?\?\?\+? *(?:[a-z][\w-]*(?: +[\w-]+)*(?: *".*")?|"[^"].*")\s*$/i,
  tab: /^===(?:!|\+|!\+|\+!)? +".*"\s*$/,
}

export const indentedBlocks: Syntax = {
  name: 'indented block',
  start: /!!!|\?\?\?|===[!+]* +"/,
  findTags: findBlocks,
}

interface OpenBlock {
  readonly token: PlacedToken
  readonly quotes: number
  readonly column: number
}

const maxLength = 500

const step = 4

const linePrefix = /^((?:\s|>|(?:[-*+:]|\d{1,9}[.)])(?=\s))*)(?:!!!|\?\?\?|===)/

function findBlocks({ texts, code }: SourceDocument): readonly PlacedToken[] {
  const tokens: PlacedToken[] = []
  const open: OpenBlock[] = []
  let start = 0
  /** End of the last line with text or code. */
  let last = 0
  const closeWhere = (isOutside: (block: OpenBlock) => boolean): void => {
    while (open.length > 0 && isOutside(open.at(-1) as OpenBlock)) {
      const { token } = open.pop() as OpenBlock
      tokens.push({ ...token, kind: 'close', start: last, end: last })
    }
  }
  for (const [row, text] of texts.entries()) {
    const end = start + text.length
    const kind = (code[row] as LineCode).kind
    if (kind !== 'code' && kind !== 'fenceEnd') {
      closeWhere(({ quotes, column }) => {
        const place = placeIn(text, quotes)
        return place.quotes < quotes || (place.hasText && place.column < column + step)
      })
    }
    if (text.trim() !== '' || kind === 'code') last = end
    const [, prefix] = (kind === 'text' && text.length < maxLength && linePrefix.exec(text)) || []
    const name = prefix === undefined ? undefined : nameOf(text.slice(prefix.length))
    if (prefix !== undefined && name !== undefined) {
      const quotes = prefix.split('>').length - 1
      const token = {
        kind: 'open',
        name,
        key: String(row),
        attributes: '',
        start: start + prefix.length,
        end,
        indent: step,
      } as const
      last = end
      tokens.push(token)
      open.push({ token, quotes, column: placeIn(text, quotes, prefix.length).column })
    }
    start = end + 1
  }
  closeWhere(() => true)
  return tokens
}

function nameOf(opening: string): string | undefined {
  return Object.keys(openings).find((name) => openings[name]?.test(opening))
}

interface Place {
  readonly quotes: number
  readonly column: number
  readonly hasText: boolean
}

/**
 * Find the column of a line's text behind at most `most` quote marks.
 * @param from Index where the text begins at the earliest.
 */
function placeIn(text: string, most: number, from = 0): Place {
  let quotes = 0
  let column = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '>' && quotes < most) {
      quotes += 1
      column = text[at + 1] === ' ' ? -1 : 0
    } else if (character === '\t') column += step - (column % step)
    else if (character === ' ' || at < from) column += 1
    else return { quotes, column, hasText: true }
  }
  return { quotes, column, hasText: false }
}
