/** Containers: `:::name` … `:::` with three or more colons. @module */

import { findAlertType } from '../../../convert/alert-types.ts'
import type { LineCode } from '../../../convert/code/line-code.ts'
import { makeAlert, makeCode, makeStrong } from '../parts/make-parts.ts'
import type { TagConstruct, VisitedTag } from '../parts/part-construct.ts'
import type { PlacedToken, SourceDocument, Syntax } from '../parts/syntax.ts'
import { oneLine } from '../parts/words.ts'
import { codeGroup, codeInTag } from './code.ts'

interface ContainerNotation {
  /** Groups: prefix, colons, and the text behind them. */
  readonly opening: RegExp
  readonly closing: RegExp
  /** Text that every opening and closing line contains. */
  readonly mark: string
  /** Whether any row of colons closes the innermost container, and colons may follow the name. */
  readonly isPandoc?: true
}

const threeColons: ContainerNotation = {
  opening: /^((?:[\s>]|(?:[-*+]|\d{1,9}[.)])(?=\s))*)(:{3,})[ \t]*(\S.*)$/,
  closing: /^[\s>]*(:{3,})\s*$/,
  mark: ':::',
}

/** Names as in markdown-it-container and Docusaurus, or in Pandoc's braces. */
const namePattern = /^\{?\.?([A-Za-z][\w-]*)(?!\w)(.*)$/

function containerSyntax(name: string, notation: ContainerNotation): Syntax {
  const start = new RegExp(notation.mark)
  return { name, start, findTags: (document) => findContainers(document, notation) }
}

export const containers: Syntax = containerSyntax('container', threeColons)

/** https://pandoc.org/MANUAL.html#divs-and-spans */
export const pandocDivs: Syntax = containerSyntax('div', { ...threeColons, isPandoc: true })

/** https://content.nuxt.com/docs/files/markdown#block-components */
export const mdcComponents: Syntax = containerSyntax('component of two colons', {
  opening: /^((?:[\s>]|(?:[-*+]|\d{1,9}[.)])(?=\s))*)(:{2,}(?=[a-z])|:{3,})[ \t]*(\S.*)$/,
  closing: /^[\s>]*(:{2,})\s*$/,
  mark: '::',
})

/** https://facelessuser.github.io/pymdown-extensions/extensions/blocks/ */
export const slashBlocks: Syntax = containerSyntax('block of slashes', {
  opening: /^([\s>]*)(\/{3,})[ \t]*([a-z][\w-]*[ \t]*(?:\|.*)?)$/i,
  closing: /^[\s>]*(\/{3,})\s*$/,
  mark: '///',
})

function infoOf({ attributes }: VisitedTag): string {
  return (namePattern.exec(attributes)?.[2] ?? attributes).trim()
}

interface OpenContainer {
  readonly token: PlacedToken
  readonly colons: number
  readonly row: number
  readonly prefix: string
  /** First later row that could close this container; that row may close an inner one instead. */
  firstEnd?: number
}

/** More missing ends than this are no slip: the text then uses another notation. */
const maxOpen = 40

function findContainers(
  { texts, starts, code }: SourceDocument,
  { opening, closing, mark, isPandoc }: ContainerNotation,
): PlacedToken[] {
  const tokens: PlacedToken[] = []
  const open: OpenContainer[] = []
  for (const [row, text] of texts.entries()) {
    if (text.includes(mark) && isText(code[row], text.indexOf(mark))) {
      const at = (starts[row] as number) + text.indexOf(mark)
      const end = (starts[row] as number) + text.length
      const [, closingColons] = closing.exec(text) ?? []
      const maxColons = isPandoc ? Number.POSITIVE_INFINITY : (closingColons?.length ?? 0)
      const [, prefix = '', colons, attributes] = opening.exec(text) ?? []
      if (closingColons !== undefined) {
        for (const container of open.slice(-maxOpen).reverse()) {
          if (container.firstEnd !== undefined) break
          if (container.colons <= maxColons) container.firstEnd = row
        }
        const last = open.at(-1)
        if (last !== undefined && last.colons <= maxColons) {
          open.pop()
          tokens.push({ ...last.token, kind: 'close', start: at, end })
        } else if (isPandoc) {
          tokens.push({ kind: 'close', name: '', attributes: '', start: at, end })
        }
      } else if (colons !== undefined && attributes !== undefined) {
        const token = {
          kind: 'open',
          name: namePattern.exec(attributes)?.[1] ?? '',
          key: String(row),
          attributes: isPandoc ? attributes.replace(/\s:{3,}\s*$/, '') : attributes,
          start: at,
          end,
        } as const
        tokens.push(token)
        open.push({ token, colons: colons.length, row, prefix })
      }
    }
  }
  return [...tokens, ...missingEnds(texts, open, starts)]
}

function isText(line: LineCode | undefined, at: number): boolean {
  return line?.kind === 'text' && !line.spans.some(({ from, to }) => from <= at && at < to)
}

/**
 * Close open containers as markdown-it does: at the first later end, even if it belongs to an
 * inner container; otherwise before the next heading.
 */
function missingEnds(
  texts: readonly string[],
  open: readonly OpenContainer[],
  starts: readonly number[],
): readonly PlacedToken[] {
  if (open.length === 0 || open.length > maxOpen) return []
  const endsOfWords = open.some(({ firstEnd }) => firstEnd === undefined) ? lastWords(texts) : []
  return open.toReversed().flatMap(({ token, prefix, row, firstEnd }): PlacedToken[] => {
    const last = firstEnd ?? (prefix.includes('>') ? undefined : endsOfWords[row + 1])
    if (last === undefined) return []
    const end = (starts[last] as number) + (texts[last] as string).length
    return [{ ...token, kind: 'close', start: end, end }]
  })
}

/** For each row, the last row with text before the next heading. */
function lastWords(texts: readonly string[]): readonly (number | undefined)[] {
  const lastRows: (number | undefined)[] = []
  let last: number | undefined
  for (let row = texts.length - 1; row >= 0; row -= 1) {
    const text = texts[row] as string
    if (/^#{1,6}\s/.test(text)) last = undefined
    else if (text.trim() !== '') last ??= row
    lastRows[row] = last
  }
  return lastRows
}

export const diagramContainers: TagConstruct = {
  name: 'diagram between colons',
  input: '::: mermaid\ngraph TD\nA-->B\n:::',
  becomes: '```mermaid\ngraph TD\nA-->B\n```',
  syntax: containers,
  names: new Set(['mermaid']),
  isPair: true,
  tag: (tag) => ({ block: [makeCode('mermaid', codeInTag(tag), tag.line)] }),
}

/** https://vitepress.dev/guide/markdown#code-groups */
const codeGroups: TagConstruct = {
  name: 'group of code',
  input: '::: code-group\n```sh [npm]\nnpm i\n```\n:::',
  becomes: '<details name=tabs><summary>npm</summary>\n\n```sh\nnpm i\n```\n\n</details>',
  syntax: containers,
  names: new Set(['code-group']),
  isPair: true,
  tag: (tag) => ({ block: [titleAbove(infoOf(tag)), codeGroup(tag.content)] }),
}

export const plainContainers: TagConstruct = {
  name: 'container without a look',
  input: '::: raw\nSome words.\n:::',
  becomes: 'Some words.',
  syntax: containers,
  names: new Set('raw v-pre tabs steps columns column cards div video'.split(' ')),
  isPair: true,
  tag: (tag) => ({ block: [titleAbove(titleIn(infoOf(tag))), tag.content] }),
}

function titleAbove(title: string): ReturnType<typeof makeStrong> {
  return title === '' ? [] : makeStrong(title)
}

const otherContainers: TagConstruct = {
  name: 'container of a kind of its own',
  input: ':::my-rule\n\nSome words.\n\n:::',
  becomes: '> [!NOTE] My rule\n> Some words.',
  syntax: containers,
  tag(tag) {
    const { kind, name, content, line } = tag
    if (kind !== 'pair' || name === '') return undefined
    // The converter reads the alert types that it knows, except in quotes.
    if (findAlertType(name) === undefined || tag.before.includes('>'))
      return { block: [makeAlert(name, titleIn(infoOf(tag)), content, line)] }
    if (tag.closing !== '') return undefined
    const [colons = ':::'] = /^:+/.exec(tag.opening) ?? []
    const end = { type: 'break', line: tag.closingLine } as const
    const start = { type: 'raw', text: tag.opening } as const
    return { block: [[start, end, ...content, end, { type: 'raw', text: colons }]] }
  },
}

export const containerParts: readonly TagConstruct[] = [
  diagramContainers,
  codeGroups,
  plainContainers,
  otherContainers,
]

/** Accepts `Title`, `[Title]`, and `{title="Title"}`; a tag in the title has attributes of its own. */
function titleIn(info: string): string {
  const [, title] = info.includes('<') ? [] : (/\btitle="([^"]*)"/.exec(info) ?? [])
  const words = info.replace(/\{[^{}]*\}|\}$/g, '').trim()
  const [, label] = /^\[(.*)\]$/.exec(words) ?? []
  return oneLine(title ?? label ?? words)
}
