/** Admonitions, details, tabs, and Markdown in HTML. @module */
import { findAlertType } from '../../../convert/alert-types.ts'
import type { LineCode } from '../../../convert/code/line-code.ts'
import { hasContent } from '../parts/content.ts'
import { alertTitle, makeAlert, makeDetails, makeStrong, makeTab } from '../parts/make-parts.ts'
import { type Part, partsOfRows, rowsOf, stack } from '../parts/part.ts'
import type { TagConstruct } from '../parts/part-construct.ts'
import { rowText } from '../parts/sentence.ts'
import type { PlacedToken, SourceDocument, Syntax } from '../parts/syntax.ts'
import { elementTags } from '../parts/tag-syntaxes.ts'
import { slashBlocks } from '../shared/containers.ts'

/** Groups: the type, and the title. */
const openings: Readonly<Record<string, RegExp>> = {
  admonition: /^!!! ?(?<type>[a-z][\w-]*)(?: +[\w-]+)*(?: +"(?<title>.*)")?\s*$/i,
  details:
    /^\?\?\?\+? *(?=[a-z]|"[^"])(?<type>[a-z][\w-]*)?(?: +[\w-]+)*(?: *"(?<title>.*)")?\s*$/i,
  tab: /^===(?:!|\+|!\+|\+!)? +"(?<title>.*)"\s*$/,
}

const indentedBlocks: Syntax = {
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

function findBlocks({ texts, starts, code }: SourceDocument): readonly PlacedToken[] {
  const tokens: PlacedToken[] = []
  const open: OpenBlock[] = []
  /** End of the last line with text or code. */
  let last = 0
  const closeWhere = (isOutside: (block: OpenBlock) => boolean): void => {
    while (open.length > 0 && isOutside(open.at(-1) as OpenBlock)) {
      const { token } = open.pop() as OpenBlock
      tokens.push({ ...token, kind: 'close', start: last, end: last })
    }
  }
  for (const [row, text] of texts.entries()) {
    const start = starts[row] as number
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

const styleBlocks = new Set(['html', 'caption', 'figure-caption', 'table-caption', 'define'])

/** https://facelessuser.github.io/pymdown-extensions/extensions/blocks/ */
const mkdocsBlocks: TagConstruct = {
  name: 'block: `admonition` and its types, `details`, `tab`, `html`, `caption`, `define`',
  input: '/// details | Title\n    type: tip\nText\n///',
  becomes: '<details><summary>Title</summary>\n\nText\n\n</details>',
  syntax: slashBlocks,
  tag({ kind, name: blockName, attributes, content: parts, line }, context) {
    if (kind !== 'pair') return undefined
    const rows = rowsOf(parts, line)
    const count = rows.findIndex((row) => !option.test(rowText(row)))
    const options = rows.slice(0, count === -1 ? rows.length : count).map(rowText)
    const rest = rows.slice(options.length)
    const content = partsOfRows(rest.slice(Math.max(0, rest.findIndex(hasContent))))
    const name = blockName.toLowerCase()
    if (styleBlocks.has(name)) return { block: [content] }
    const title = context.readWords(attributes.replace(/^[\w-]*\s*\|?/, '').trim(), line)
    const [typeOption] = options.flatMap((text) => /\btype:\s*(\S+)/.exec(text)?.[1] ?? [])
    const type = typeOption ?? (name === 'admonition' ? 'note' : name)
    return { block: [titledPart(name, type, title || undefined, content, line)] }
  },
}

const option = /^\s*(?:attrs|markdown|new|open|select|type):/

/** @param name What the block is: a tab, details or a note. */
function titledPart(
  name: string,
  type: string,
  title: string | undefined,
  content: readonly Part[],
  line: number,
): Part {
  if (name === 'tab') return makeTab(title || alertTitle(type), content, line)
  if (name === 'details') return makeDetails(title || alertTitle(type), content, line)
  const isUntitled = title === '' && findAlertType(type) === undefined
  return makeAlert(isUntitled ? 'note' : type, title, content, line)
}

/**
 * https://python-markdown.github.io/extensions/admonition/,
 * https://facelessuser.github.io/pymdown-extensions/extensions/details/ and `tabbed`
 */
const mkdocsIndentedBlocks: TagConstruct = {
  name: 'admonition of any type, also one that folds; tabs',
  input:
    '!!! pied-piper inline end "A *title*"\n    Text\n\n???+ tip "Title"\n    Text\n\n=== "One"\n    Text\n=== "Two"\n    More',
  becomes:
    '> [!NOTE] A *title*\n> Text\n\n<details><summary>Title</summary>\n\nText\n\n</details>\n\n<details name=tabs><summary>One</summary>\n\nText\n\n</details>\n\n<details name=tabs><summary>Two</summary>\n\nMore\n\n</details>',
  syntax: indentedBlocks,
  isPair: true,
  tag({ name, opening, before, content, line }, context) {
    const { type = name, title: quotedTitle } = openings[name]?.exec(opening)?.groups ?? {}
    const title = quotedTitle && context.readWords(quotedTitle.replaceAll('\\"', '"').trim(), line)
    if (/^[\s>]*$/.test(before)) return { block: [titledPart(name, type, title, content, line)] }
    // At the start of a list item or definition, the title and content become the item's text.
    const heading = makeStrong(title || alertTitle(type))
    return before.includes(':')
      ? { inline: stack([heading, content], line) }
      : { block: [heading, content] }
  },
}

const markdownAttribute = /(?:^|\s)markdown(?:=["']?\w+["']?)?(?=\s|$)/i

/** https://python-markdown.github.io/extensions/md_in_html/ */
export const mkdocsMarkdownInHtml: TagConstruct = {
  name: 'Markdown inside HTML',
  input: '<figure markdown="span">\n  ![Logo](images/logo.png)\n</figure>',
  becomes: '<figure>\n\n![Logo](images/logo.png)\n\n</figure>',
  syntax: elementTags,
  tag({ kind, name, attributes, closing, content, children, isBlock }) {
    if (!markdownAttribute.test(attributes)) return undefined
    const rest = attributes.replace(markdownAttribute, '').trim()
    const start = { type: 'raw', text: `<${name}${rest === '' ? '' : ` ${rest}`}>` } as const
    const end = { type: 'raw', text: closing } as const
    if (kind === 'pair' && isBlock) return { block: [start, content, end] }
    return { inline: kind === 'pair' ? [start, ...children, end] : start }
  },
}

export const blockConstructs: readonly TagConstruct[] = [
  mkdocsBlocks,
  mkdocsIndentedBlocks,
  mkdocsMarkdownInHtml,
]
