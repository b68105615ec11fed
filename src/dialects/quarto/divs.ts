/** What stands between colons: callouts, tabs, and parts of a page. @module */
import { alertAround } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { type Container, replaceContainers } from '../containers.ts'
import { detailsAround } from '../details.ts'
import { kindsOf, type Line } from '../line.ts'
import { anchorOf } from '../myst/directive.ts'
import type { Replacement } from '../replace-tags.ts'
import { headingWords } from '../words.ts'

/** https://quarto.org/docs/authoring/callouts.html */
export const quartoCallouts: Construct = {
  name: 'callout',
  written: '::: {.callout-warning title="Take care"}\nIt is **hot**.\n:::',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  sign: /[.\s:]callout-/,
  read: (lines) =>
    replaceDivs(lines, ({ written, content, line }) => {
      const [, kind] = /(?:\.|^)callout-([a-z]+)/.exec(written.trim()) ?? []
      if (kind === undefined) return undefined
      const { heading, rest } = withoutHeading(content)
      const title = /\btitle="([^"]*)"/.exec(written)?.[1] ?? heading
      const block = /\bcollapse="?\w/.test(written)
        ? detailsAround(title ?? kind, rest, { line })
        : alertAround(kind, title, rest, line)
      return { block: named(written, block) }
    }),
}

/** A heading that opens a part is its title. */
function withoutHeading(content: readonly Line[]): {
  readonly heading: string | undefined
  readonly rest: readonly Line[]
} {
  const heading = headingWords(content[0]?.text ?? '')
  return { heading, rest: heading === undefined ? content : content.slice(1) }
}

function named(written: string, block: readonly (Line | string)[]): readonly (Line | string)[] {
  const [, id] = /#([\w-]+)/.exec(written) ?? []
  return id === undefined ? block : [anchorOf(id), '', ...block]
}

/** https://quarto.org/docs/output-formats/html-basics.html#tabsets */
export const quartoTabs: Construct = {
  name: 'tabs',
  written: '::: {.panel-tabset}\n## npm\nUse **npm**.\n:::',
  becomes: '<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  sign: /\.panel-tabset/,
  read: (lines) =>
    replaceDivs(lines, ({ written, content }) =>
      written.includes('.panel-tabset') ? { block: tabsIn(content) } : undefined,
    ),
}

/** Each begins at a heading of the first one's level. */
function tabsIn(content: readonly Line[]): readonly Line[] {
  const kinds = kindsOf(content)
  const level = /^#{1,6}(?= )/.exec(content[0]?.text ?? '')?.[0]
  if (level === undefined) return content
  const starts = content.flatMap(({ text }, index) =>
    kinds[index] === 'text' && text.startsWith(`${level} `) ? [index] : [],
  )
  return starts.flatMap((start, index) => {
    const { text, line } = content[start] as Line
    const inside = content.slice(start + 1, starts[index + 1])
    return detailsAround(headingWords(text) ?? '', inside, { line, isTab: true })
  })
}

/** Divs only say how their content stands. */
export const quartoDivs: Construct = {
  name: 'part of a page',
  written: '::: {#tbl-a .column-margin}\nSome words.\n:::',
  becomes: '<a id="tbl-a"></a>\n\nSome words.',
  sign: /:::/,
  read(lines, context) {
    const read = replaceDivs(lines, ({ written, content }) => ({
      block: named(written, content),
    }))
    for (const { text, line } of read) {
      if (endOfNone.test(text)) context.notice('syntax-shown', ':::', line)
    }
    return read
  },
}

const endOfNone = /^[\s>]{0,100}:{3,}\s*$/

/** https://pandoc.org/MANUAL.html#divs-and-spans */
function replaceDivs(
  lines: readonly Line[],
  replace: (div: Container) => Replacement,
): readonly Line[] {
  return replaceContainers(lines, replace, { mayEndShort: true })
}
