/** The front page that VitePress, VuePress and Starlight define in front matter. @module */
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
  sign: hasFrontPage,
  rows(rows, context) {
    const [first, ...others] = rows
    const frontMatter = first?.parts[0]
    if (first === undefined || frontMatter?.type !== 'frontMatter') return rows
    const yaml = frontMatter.lines.slice(1, -1).join('\n')
    if (!hasFrontPage.test(yaml)) return rows
    const line = frontMatter.line + frontMatter.lines.length - 1
    const groups = new FrontPage(context, line).partsOf(tableOf(context.readYaml(yaml)))
    const children = stack(groups, line)
    if (children.length === 0) return rows
    const block = { type: 'block', children, line } as const
    return [first, { parts: [block], line }, ...others]
  },
}

/** These blocks do not end at a blank line, so they would swallow the rest of the page. */
const endlessBlock = /^(?:~~~|:::|<!|<(?:pre|script|style|textarea)\b)/i

class FrontPage {
  private readonly context: Context
  private readonly line: number

  constructor(context: Context, line: number) {
    this.context = context
    this.line = line
  }

  partsOf(fields: Fields): readonly (readonly Part[])[] {
    const hero = fields.home === true ? vuepressHero(fields) : tableOf(fields.hero)
    const [name, text, title, tagline] = ['name', 'text', 'title', 'tagline'].map((key) =>
      this.wordsOf(hero[key]),
    ) as [readonly Part[], readonly Part[], readonly Part[], readonly Part[]]
    const buttons = listOf(hero.actions).map(({ text: words, link }) => this.linkOf(words, link))
    const cards = listOf(fields.features).flatMap((card) => [
      strong(this.linkOf(card.title, card.link)),
      this.wordsOf(card.details),
    ])
    const heroParts = [
      join([strong(name), text], ' '),
      strong(title),
      tagline,
      join(buttons, ' · '),
    ]
    return [...heroParts, ...cards]
  }

  private wordsOf(value: unknown): readonly Part[] {
    if (typeof value !== 'string' || value.trim() === '') return []
    return this.context.read(closedMarkdown(value).replace(endlessBlock, '\\$&'), this.line)
  }

  private linkOf(words: unknown, link: unknown): readonly Part[] {
    const text = this.wordsOf(words)
    if (text.length === 0 || typeof link !== 'string' || link.trim() === '') return text
    return [makeLink(link.trim(), text.map(withoutBrackets))]
  }
}

function strong(words: readonly Part[]): readonly Part[] {
  return words.length === 0 ? [] : makeStrong(words)
}

function join(groups: readonly (readonly Part[])[], between: string): readonly Part[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [makeText(between), ...group]))
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

function tableOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(tableOf) : []
}
