/** Reads the front page that VitePress, VuePress and Starlight keep in front matter. @module */
import type { Construct } from './construct.ts'
import { kindsOf, type Line } from './line.ts'
import { linkDestination, oneLine } from './parts/words.ts'
import { open } from './sealed-code.ts'

type Fields = Readonly<Record<string, unknown>>

/** https://vitepress.dev/reference/default-theme-home-page */
export const landingPage: Construct = {
  name: 'front page: its words, buttons and cards',
  written:
    '---\nhero:\n  tagline: Docs that hold.\n  actions:\n    - text: Begin\n      link: guide/setup.md\nfeatures:\n  - title: Fast\n    details: In a second.\n---',
  becomes:
    '---\nhero:\n  tagline: Docs that hold.\n  actions:\n    - text: Begin\n      link: guide/setup.md\nfeatures:\n  - title: Fast\n    details: In a second.\n---\n\nDocs that hold.\n\n[Begin](guide/setup.md)\n\n**Fast**\n\nIn a second.',
  // Front matter may already be sealed.
  sign: /^(?:hero|features|home):|\uf4a6/m,
  read(lines, context) {
    const end = kindsOf(lines).findIndex((kind) => kind !== 'front-matter')
    const above = end === -1 ? lines : lines.slice(0, end)
    const texts = above.map(({ text }) => open(text))
    if (!texts.some((text) => /^(?:hero|features|home):/.test(text))) return lines
    const fields = tableOf(context.readYaml(texts.slice(1, -1).join('\n')))
    const line = above.at(-1)?.line ?? 1
    const shown = partsOf(fields).flatMap((text): Line[] => [
      { text: '', line },
      { text, line },
    ])
    const below = lines.slice(above.length)
    const space = shown.length > 0 && below[0]?.text.trim() ? [{ text: '', line }] : []
    return [...above, ...shown, ...space, ...below]
  },
}

function partsOf(fields: Fields): readonly string[] {
  const hero = fields.home === true ? vuepressHero(fields) : tableOf(fields.hero)
  const [name, text, tagline] = ['name', 'text', 'tagline'].map((key) => wordsOf(hero[key]))
  const title = wordsOf(hero.title)
  const head = [name && `**${name}**`, text].filter((one) => one !== undefined).join(' ')
  const buttons = listOf(hero.actions).flatMap((one) => linkedWords(one.text, one.link) ?? [])
  const cards = listOf(fields.features).flatMap((one) => {
    const heading = linkedWords(one.title, one.link)
    return [heading && `**${heading}**`, wordsOf(one.details)]
  })
  const parts = [head, title && `**${title}**`, tagline, buttons.join(' · '), ...cards]
  return parts.filter((one) => one !== undefined && one !== '') as string[]
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

function linkedWords(words: unknown, link: unknown): string | undefined {
  const text = wordsOf(words)
  const address = wordsOf(link)
  if (text === undefined || address === undefined) return text
  return `[${text.replace(/[[\]]/g, '\\$&')}](${linkDestination(address)})`
}

function wordsOf(value: unknown): string | undefined {
  return typeof value === 'string' ? oneLine(value) || undefined : undefined
}

function tableOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(tableOf) : []
}
