/** GitBook's cards, which it writes as a table. @module */
import { elementSyntax, readComponentAttributes } from '../components/component-tags.ts'
import type { Construct } from '../construct.ts'
import { textOfLines } from '../lines-of.ts'
import { replaceTags } from '../replace-tags.ts'

/** https://gitbook.com/docs/creating-content/blocks/cards: its head says what columns stand for. */
export const gitbookCards: Construct = {
  name: 'cards: their words lead where the cards do, below their covers',
  written:
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target></th><th data-hidden data-card-cover></th></tr></thead><tbody><tr><td>Setup</td><td><a href="guide/setup.md">a</a></td><td><a href="images/logo.png">b</a></td></tr></tbody></table>',
  becomes:
    '<div><img src="images/logo.png"></div>\n\n<div><a href="guide/setup.md">Setup</a></div>',
  sign: /<table\s[^<>]*\bdata-view="cards"/,
  read: (lines) =>
    replaceTags(lines, elementSyntax, ({ kind, name, attributes, content }) => {
      if (name !== 'table' || kind !== 'pair' || !/\bdata-view="cards"/.test(attributes)) {
        return undefined
      }
      const [head = [], ...cards] = rowsOf(textOfLines(content))
      return { block: cards.flatMap((card) => partsOf(head, card)).flatMap((part) => [part, '']) }
    }),
}

interface Cell {
  /** Of its tag. */
  readonly attributes: string
  readonly html: string
}

const cell = /<t[hd]\b([^<>]*)>(.*)$/is

function rowsOf(html: string): readonly (readonly Cell[])[] {
  const rows = html.split(/<\/tr>/i).map((row) =>
    row.split(/<\/t[hd]>/i).flatMap((text): Cell[] => {
      const [found, attributes = '', inside = ''] = cell.exec(text) ?? []
      return found === undefined ? [] : [{ attributes, html: inside.replace(/\s+/g, ' ').trim() }]
    }),
  )
  return rows.filter((row) => row.length > 0)
}

/** What dark screens show instead, and what nobody sees, is left out. */
function partsOf(head: readonly Cell[], card: readonly Cell[]): readonly string[] {
  const find = (sign: RegExp): string | undefined =>
    card.flatMap(({ html }, at) =>
      sign.test(head[at]?.attributes ?? '') ? (addressOf(html) ?? []) : [],
    )[0]
  const cover = find(/\bdata-card-cover(?!-)/)
  const target = find(/\bdata-card-target\b/)
  const words = card
    .filter((_, at) => !/\bdata-(?:hidden|card-)/.test(head[at]?.attributes ?? ''))
    .map(({ html }) => html)
    // An icon alone says nothing.
    .filter((html) => hasWords(html) || html.includes('<img'))
  const titleAt = words.findIndex(hasWords)
  return [
    ...(cover === undefined ? [] : [`<div><img src="${cover}"></div>`]),
    ...words.map((html, at) => `<div>${at === titleAt ? linked(html, target) : html}</div>`),
    ...(titleAt === -1 && target !== undefined
      ? [`<div><a href="${target}">${target}</a></div>`]
      : []),
  ]
}

const firstLink = /<a\s([^<>]*)>/i

function addressOf(html: string): string | undefined {
  const [, said = ''] = firstLink.exec(html) ?? []
  return readComponentAttributes(said).words.get('href')
}

/** An icon has its name between colons. */
function hasWords(html: string): boolean {
  return /[\p{L}\p{N}]/u.test(html.replace(/<[^<>]*>/g, '').replace(/:[\w-]+:/g, ''))
}

const blockStart = /^<(h[1-6]|p)\b[^<>]*>/i
const block = /<(?:h[1-6]|p|div|ul|ol|pre|table|blockquote|figure)\b/i

/** A heading or a paragraph holds its link; what leads somewhere itself stays so. */
function linked(html: string, target: string | undefined): string {
  if (target === undefined || firstLink.test(html)) return html
  const [start = '', tag = ''] = blockStart.exec(html) ?? []
  const end = start === '' ? html.length : html.indexOf(`</${tag}>`)
  const words = html.slice(start.length, Math.max(end, start.length))
  if (words === '' || block.test(words)) return `${html} <a href="${target}">${target}</a>`
  return `${start}<a href="${target}">${words}</a>${html.slice(end)}`
}
