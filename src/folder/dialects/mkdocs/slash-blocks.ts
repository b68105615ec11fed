/** Syntax of PyMdown blocks: `/// type | Title` … `///`. @module */
import type { PlacedToken, SourceDocument, Syntax } from '../parts/syntax.ts'

/** The attributes are the title and the lines of options. */
export const slashBlocks: Syntax = {
  name: 'block of slashes',
  start: /\/\/\//,
  findTags: findBlocks,
}

interface Opening {
  readonly token: PlacedToken
  readonly slashes: number
}

const header = /^([\s>]*)(\/{3,})[ \t]*([a-z][\w-]*)[ \t]*(?:\|.*)?$/i
const closing = /^([\s>]*)(\/{3,})[ \t]*$/
const option = /^[\s>]* {4}(?:attrs|markdown|new|open|select|type):/
const maxLength = 500
const maxDepth = 40

function findBlocks({ source, texts, code }: SourceDocument): readonly PlacedToken[] {
  const tokens: PlacedToken[] = []
  const open: Opening[] = []
  let start = 0
  for (const [row, text] of texts.entries()) {
    const mayBe = code[row]?.kind === 'text' && text.length <= maxLength && text.includes('///')
    const [, before = '', marks] = (mayBe && closing.exec(text)) || []
    const [, prefix = '', slashes = '', name] = (mayBe && header.exec(text)) || []
    if (marks !== undefined) {
      const at = open.slice(-maxDepth).findLastIndex((block) => block.slashes === marks.length)
      const [opening] = at === -1 ? [] : open.splice(Math.max(0, open.length - maxDepth) + at)
      if (opening !== undefined) {
        const place = { start: start + before.length, end: start + text.length }
        tokens.push(opening.token, { ...opening.token, kind: 'close', ...place })
      }
    } else if (name !== undefined) {
      let end = start + text.length
      for (let below = row + 1; option.test(texts[below] ?? ''); below += 1)
        end += 1 + (texts[below] as string).length
      const from = start + prefix.length
      const attributes = source.slice(from, end).replace(/^\/+[ \t]*[\w-]+/, '')
      const place = { start: from, end, indent: 0 }
      const token = {
        kind: 'open',
        name: name.toLowerCase(),
        key: String(row),
        attributes,
      } as const
      open.push({ token: { ...token, ...place }, slashes: slashes.length })
    }
    start += text.length + 1
  }
  return tokens
}
