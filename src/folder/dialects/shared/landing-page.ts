/** The front page that VitePress, VuePress and Starlight define in front matter. @module */
import { asList, asTable, yamlOrNothing } from '../../navigation/yaml-value.ts'
import { makeLink, makeStrong, makeText } from '../parts/make-parts.ts'
import { type Part, stack } from '../parts/part.ts'
import type { Context, RowsConstruct } from '../parts/part-construct.ts'
import { closedMarkdown } from '../parts/words.ts'

type Fields = Readonly<Record<string, unknown>>

const hasFrontPage = /^(?:hero|features|home):/m

/** https://vitepress.dev/reference/default-theme-home-page */
export const landingPage: RowsConstruct = {
  name: 'front page: its words, buttons and cards',
  input:
    '---\nhero:\n  tagline: Docs that hold.\n  actions:\n    - text: Begin\n      link: guide/setup.md\nfeatures:\n  - title: Fast\n    details: In a second.\n---',
  becomes:
    '---\nhero:\n  tagline: Docs that hold.\n  actions:\n    - text: Begin\n      link: guide/setup.md\nfeatures:\n  - title: Fast\n    details: In a second.\n---\n\nDocs that hold.\n\n[Begin](guide/setup.md)\n\n**Fast**\n\nIn a second.',
  rows(rows, context) {
    const [first, ...others] = rows
    const frontMatter = first?.parts[0]
    if (first === undefined || frontMatter?.type !== 'frontMatter') return rows
    const yaml = frontMatter.lines.slice(1, -1).join('\n')
    if (!hasFrontPage.test(yaml)) return rows
    const line = frontMatter.line + frontMatter.lines.length - 1
    const groups = groupsOf(asTable(yamlOrNothing(yaml)), context, line)
    const children = stack(groups, line)
    if (children.length === 0) return rows
    const block = { type: 'block', children, line } as const
    return [first, { parts: [block], line }, ...others]
  },
}

/** These blocks do not end at a blank line, so they would swallow the rest of the page. */
const endlessBlock = /^(?:~~~|:::|<!|<(?:pre|script|style|textarea)\b)/i

function groupsOf(fields: Fields, context: Context, line: number): readonly (readonly Part[])[] {
  const wordsOf = (value: unknown): readonly Part[] => {
    if (typeof value !== 'string' || value.trim() === '') return []
    return context.read(closedMarkdown(value).replace(endlessBlock, '\\$&'), line)
  }
  const linkOf = (words: unknown, link: unknown): readonly Part[] => {
    const text = wordsOf(words)
    if (text.length === 0 || typeof link !== 'string' || link.trim() === '') return text
    return [makeLink(link.trim(), text.map(withoutBrackets))]
  }
  const hero = fields.home === true ? vuepressHero(fields) : asTable(fields.hero)
  const cards = asList(fields.features)
    .map(asTable)
    .flatMap(({ title, link, details }) => [strong(linkOf(title, link)), wordsOf(details)])
  return [
    ...[hero.name, hero.title].map((value) => strong(wordsOf(value))),
    ...[hero.text, hero.tagline].map(wordsOf),
    ...asList(hero.actions)
      .map(asTable)
      .map(({ text, link }) => linkOf(text, link)),
    ...cards,
  ]
}

function strong(words: readonly Part[]): readonly Part[] {
  return words.length === 0 ? [] : makeStrong(words)
}

function withoutBrackets(part: Part): Part {
  return part.type === 'text' ? makeText(part.text.replace(/[[\]]/g, '\\$&')) : part
}

/** https://v1.vuepress.vuejs.org/theme/default-theme-config.html#homepage */
function vuepressHero(fields: Fields): Fields {
  const { heroText, tagline, actionText, actionLink, actions } = fields
  return {
    name: heroText,
    tagline,
    actions: actions ?? [{ text: actionText, link: actionLink }],
  }
}
