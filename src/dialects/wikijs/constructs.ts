/** What Wiki.js knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { detailsAround, writeApart } from '../details.ts'
import { kindOf, kindsOf, type Line } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { mkdocsAttributeLists } from '../mkdocs/attribute-lists.ts'
import { mkdocsAbbreviations } from '../mkdocs/definitions.ts'
import { mkdocsRaisedWords } from '../mkdocs/inline-marks.ts'
import { embeds } from '../shared-constructs.ts'
import { pagePrograms } from '../unknown-parts.ts'
import { headingWords } from '../words.ts'

const stylings: Readonly<Record<string, string>> = {
  info: 'INFO',
  success: 'SUCCESS',
  warning: 'WARNING',
  danger: 'DANGER',
}
const styling = /^[\s>]*\{\.is-([a-z]+)\}\s*$/
const quoted = /^(\s*)>/

/** https://docs.requarks.io/editors/markdown#stylings */
const notes: Construct = {
  name: 'quote with a styling',
  written: '> It is **hot**.\n{.is-warning}',
  becomes: '> [!WARNING]\n> It is **hot**.',
  sign: /\{\.is-[a-z]+\}[ \t]*$/m,
  read(lines) {
    const kinds = kindsOf(lines)
    const result: Line[] = []
    /** Of the quote that the lines so far end with. */
    let start: number | undefined
    for (const [index, one] of lines.entries()) {
      const [, name = ''] = (kinds[index] === 'text' && styling.exec(one.text)) || []
      const kind = Object.hasOwn(stylings, name) ? stylings[name] : undefined
      if (kind === undefined || start === undefined) {
        if (one.text.trim() === '') start = undefined
        else if (start === undefined && quoted.test(one.text)) start = result.length
        result.push(one)
      } else {
        const first = result[start] as Line
        const [, indent = ''] = quoted.exec(first.text) ?? []
        result.splice(start, 0, { ...first, text: `${indent}> [!${kind}]` })
        start = undefined
      }
    }
    return result
  },
}

const tabset = /\s*\{[^{}]*\.tabset\b[^{}]*\}\s*$/

/** The heading above them is not shown. https://docs.requarks.io/editors/markdown#content-tabs */
const tabs: Construct = {
  name: 'tabs: the headings below one',
  written: '# Tabs {.tabset}\n## npm\n\nUse **npm**.',
  becomes: '<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  sign: /\{[^{}\n]*\.tabset\b/,
  read(lines) {
    const result: Line[] = []
    for (let index = 0; index < lines.length; index += 1) {
      const one = lines[index] as Line
      const level = tabset.test(one.text) ? levelOf(one) : undefined
      if (level === undefined) {
        result.push(one)
        continue
      }
      const end = nextHeading(lines, index, level)
      const isBlankBelow = (lines[end]?.text ?? '').trim() === ''
      for (const part of tabsIn(lines.slice(index + 1, end), level + 1)) {
        writeApart(result, part, isBlankBelow)
      }
      index = end - 1
    }
    return result
  },
}

/** Give what stands above the headings of a level, and each of them as a tab. */
function tabsIn(lines: readonly Line[], level: number): readonly (readonly Line[])[] {
  const starts = lines.flatMap((one, index) => (levelOf(one) === level ? [index] : []))
  const parts = starts.map((start, at) => lines.slice(start, starts[at + 1]))
  return [
    lines.slice(0, starts[0]),
    ...parts.map(([heading, ...content]) => {
      const { text, line } = heading as Line
      const label = headingWords(text) ?? ''
      return detailsAround(label, withoutBlankEnds(content), { line, isTab: true })
    }),
  ]
}

/** @returns The index of the next heading of that level or above; behind the last line where there is none. */
function nextHeading(lines: readonly Line[], from: number, level: number): number {
  let index = from + 1
  while (index < lines.length && (levelOf(lines[index] as Line) ?? 7) > level) index += 1
  return index
}

function levelOf({ text }: Line): number | undefined {
  return kindOf(text) === 'text' ? /^#{1,6}(?=\s)/.exec(text)?.[0].length : undefined
}

export const wikijsConstructs: readonly Construct[] = [
  notes,
  tabs,
  embeds,
  pagePrograms,
  mkdocsAttributeLists,
  mkdocsRaisedWords,
  mkdocsAbbreviations,
]
