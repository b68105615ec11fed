/** Quarto's divs: callouts, tabs, and parts of a page. @module */
import { makeAlert, makeDetails, makeStrong, makeTab } from '../parts/make-parts.ts'
import { type Part, type PartRow, partsOfRows, rowsOf } from '../parts/part.ts'
import type { TagConstruct, VisitedTag } from '../parts/part-construct.ts'
import { rowText } from '../parts/sentence.ts'
import { writtenText } from '../parts/write-parts.ts'
import { makeAnchor } from '../shared/attribute-lists.ts'
import { pandocDivs } from '../shared/containers.ts'

/** https://quarto.org/docs/authoring/callouts.html */
export const quartoCallouts: TagConstruct = {
  name: 'callout',
  input: '::: {.callout-warning title="Take care"}\nIt is **hot**.\n:::',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  syntax: pandocDivs,
  tag(div) {
    const { kind: end, attributes, content, line } = div
    const [, kind] = /(?:\.|^)callout-([a-z]+)/.exec(attributes.trim()) ?? []
    if (kind === undefined || end !== 'pair') return undefined
    const [first, ...others] = rowsOf(content, line) as [PartRow, ...PartRow[]]
    const heading = headingOf(first)
    const title = titleOf(div) ?? heading?.words
    const body = heading === undefined ? content : partsOfRows(others)
    const block = /\bcollapse="?\w/.test(attributes)
      ? makeDetails(title ?? kind, body, line)
      : makeAlert(kind, title, body, line)
    return { block: [placeOf(div), block] }
  },
}

/** @returns Undefined if the row is no heading. */
function headingOf(row: PartRow): { readonly level: number; readonly words: string } | undefined {
  const [, marks] = /^(#{1,6})\s/.exec(rowText(row)) ?? []
  if (marks === undefined) return undefined
  const words = writtenText(row.parts).slice(marks.length).trim()
  return { level: marks.length, words: words.replace(/\s#+$/, '') }
}

function titleOf({ attributes }: VisitedTag): string | undefined {
  return /\b(?:title|name|summary)="([^"]*)"/.exec(attributes)?.[1]
}

function placeOf({ attributes }: VisitedTag): readonly Part[] {
  const [, id] = /#([\w-]+)/.exec(attributes) ?? []
  return id === undefined ? [] : makeAnchor(id)
}

/** https://quarto.org/docs/output-formats/html-basics.html#tabsets */
export const quartoTabs: TagConstruct = {
  name: 'tabs',
  input: '::: {.panel-tabset}\n## npm\nUse **npm**.\n:::',
  becomes: '<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  syntax: pandocDivs,
  tag({ kind, attributes, content, line }) {
    if (kind !== 'pair' || !attributes.includes('.panel-tabset')) return undefined
    const rows = rowsOf(content, line)
    const headings = rows.map(headingOf)
    const level = headings.find((heading) => heading !== undefined)?.level
    const starts = headings.flatMap((heading, index) => (heading?.level === level ? [index] : []))
    if (level === undefined) return { block: [content] }
    const tabs = starts.map((start, index) =>
      makeTab(
        headings[start]?.words ?? '',
        partsOfRows(rows.slice(start + 1, starts[index + 1])),
        (rows[start] as PartRow).line,
      ),
    )
    return { block: [partsOfRows(rows.slice(0, starts[0])), ...tabs] }
  },
}

export const quartoDivs: TagConstruct = {
  name: 'part of a page',
  input: '::: {#tbl-a .column-margin}\nSome words.\n:::',
  becomes: '<a id="tbl-a"></a>\n\nSome words.',
  syntax: pandocDivs,
  tag(div, context) {
    if (div.kind === 'close') context.notice('syntax-shown', ':::', div.line)
    if (div.kind !== 'pair') return undefined
    const title = titleOf(div)
    return {
      block: [placeOf(div), title === undefined ? undefined : makeStrong(title), div.content],
    }
  },
}
