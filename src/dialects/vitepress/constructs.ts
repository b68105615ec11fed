/** Constructs of VitePress and of Vue's documentation. @module */

import { componentCodeGroup } from '../components/code-components.ts'
import {
  elementSyntax,
  lineComponent,
  openedLiteral,
  shownAttribute,
} from '../components/component-tags.ts'
import { componentImages, componentLinks, componentVideos } from '../components/links.ts'
import type { AnyConstruct, Construct } from '../construct.ts'
import { replaceContainers } from '../containers.ts'
import { plainWords } from '../details.ts'
import { type Line, mapText, replaceMatches } from '../line.ts'
import { pageVariable } from '../page-variable.ts'
import { oneLine } from '../parts/words.ts'
import { replaceTags } from '../replace-tags.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { attributeLists } from '../shared/attribute-lists.ts'
import { containerParts } from '../shared/containers.ts'
import { landingPage } from '../shared/landing-page.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'
import { inlineFootnotes } from '../shared/words.ts'
import {
  slugOf,
  vitepressIncludedFiles,
  vitepressLineMarks,
  vitepressSnippets,
} from './snippets.ts'

/** https://vitepress.dev/reference/default-theme-badge */
const badges = lineComponent({
  name: 'badge',
  written: '## Title <Badge type="tip" text="new" />',
  becomes: '## Title (new) {#title}',
  names: ['Badge'],
  replace({ attributes, content }) {
    const words =
      oneLine(content.map(({ text }) => text).join(' ')) || shownAttribute(attributes, 'text')
    return words === undefined ? undefined : { inline: `(${words})` }
  },
})

const headingWithBadge = /^(#{1,6}\s+)([^<]*\S)(\s*<Badge\b.*[^\s}])\s*$/

const vitepressBadges: Construct = {
  ...badges,
  read: (lines, context) =>
    badges.read(
      mapText(lines, (text) =>
        text.replace(headingWithBadge, (heading, _, words: string) => {
          const name = slugOf(plainWords(words))
          return name === '' ? heading : `${heading} {#${name}}`
        }),
      ),
      context,
    ),
}

/** https://vitepress.dev/guide/markdown#raw Must run before values are replaced. */
const vitepressRaw: Construct = {
  name: 'text that is shown as it is',
  written: '::: v-pre\n{{ a }}\n:::\n\nA <b v-pre>{{ b }}</b>.',
  becomes: '&#123;{ a }}\n\nA <b>&#123;{ b }}</b>.',
  sign: /\bv-pre\b/,
  read(lines) {
    const shown = (content: readonly Line[]): readonly Line[] =>
      mapText(content, (text) => text.replaceAll('{{', '&#123;{'))
    const inContainers = replaceContainers(lines, ({ name, content }) =>
      name === 'v-pre' ? { block: shown(content) } : undefined,
    )
    return replaceTags(
      inContainers,
      elementSyntax,
      ({ kind, name, attributes, isBlock, ...one }) => {
        if (kind !== 'pair' || !/(?:^|\s)v-pre(?:\s|$)/.test(attributes)) return undefined
        const rest = attributes.replace(/(?:^|\s)v-pre(?=\s|$)/, '').trim()
        const opening = `<${name}${rest === '' ? '' : ` ${rest}`}>`
        if (isBlock) return { block: [opening, '', ...shown(one.content), '', `</${name}>`] }
        const [first, ...others] = shown(one.sentence) as readonly [Line, ...Line[]]
        const all = [{ ...first, text: opening + first.text }, ...others]
        const last = all.at(-1) as Line
        return { inline: [...all.slice(0, -1), { ...last, text: `${last.text}</${name}>` }] }
      },
    )
  },
}

const value = /\{\{([^{}\n]{1,500})\}\}/g
const frontMatterValue = /^\$?(?:frontmatter|page\.frontmatter)\.([\w.]{1,100})$/i

/** https://vitepress.dev/guide/using-vue#interpolation Other expressions are not evaluated. */
const vitepressValues: Construct = {
  name: 'value of the page, or a text',
  written: '---\ntitle: Setup\n---\n\n# {{ $frontmatter.title }}\n\nWrite {{ "a" }}.',
  becomes: '---\ntitle: Setup\n---\n\n# Setup\n\nWrite a.',
  sign: /\{\{/,
  read: (lines, context) =>
    mapText(lines, (text, line) =>
      text.includes('{{')
        ? replaceMatches(text, value, ([, said = '']) => {
            const expression = said.trim()
            const [, name] = frontMatterValue.exec(expression) ?? []
            const found = name === undefined ? openedLiteral(expression) : pageVariable(lines, name)
            if (found === undefined) context.leaveOut(`{{ ${shortName(expression)} }}`, line)
            return found?.replaceAll('{{', '&#123;{') ?? ''
          })
        : text,
    ),
}

function shortName(expression: string): string {
  return expression.length <= 40 ? expression : `${expression.slice(0, 40)}…`
}

/** https://github.com/vuejs-translations */
const vitepressHeadingNames: Construct = {
  name: 'name of a heading in a translation',
  written: '## 标题 %{#title}%',
  becomes: '## 标题 {#title}',
  sign: /%\{#/,
  read: (lines) =>
    mapText(lines, (text) =>
      text.replace(/^(#{1,6}\s.{0,1000}?)\s*%(\{#[\w.:-]+\})%\s*$/, '$1 $2'),
    ),
}

const mark =
  /<sup\s+class="vt-badge\s*([\w-]{0,50})"(?:\s+data-text="([^"<>\n]{1,200})")?\s*(?:\/>|><\/sup>)/g
const wordsOfMarks: Readonly<Record<string, string>> = { ts: 'TS' }

/** Of Vue's documentation, whose style sheet takes the words from the attribute. */
const vitepressMarks: Construct = {
  name: 'badge of words in an attribute',
  written: 'A macro <sup class="vt-badge" data-text="3.3+" />',
  becomes: 'A macro (3.3+)',
  sign: /class="vt-badge/,
  read: (lines) =>
    mapText(lines, (text) =>
      replaceMatches(text, mark, ([found, kind = '', words]) => {
        const shown = words ?? wordsOfMarks[kind] ?? kind
        return shown === '' ? found : `(${shown})`
      }),
    ),
}

const variants: Readonly<Record<string, string>> = {
  'options-api': 'Options API',
  'composition-api': 'Composition API',
  sfc: 'SFC',
  html: 'HTML',
}

/** Of Vue's documentation, where readers choose one of two variants. */
const vitepressVariants: Construct = {
  name: 'part for one way of writing',
  written: '<div class="options-api">\n\nSome words.\n\n</div>',
  becomes: '**Options API**\n\nSome words.',
  sign: /class="[^"]{0,100}\b(?:options-api|composition-api|sfc|html)\b/,
  read: (lines) =>
    replaceTags(lines, elementSyntax, ({ kind, attributes, content, isBlock, sentence }) => {
      const [, classes = ''] = /\bclass="([^"]*)"/.exec(attributes) ?? []
      const variant = classes.split(/\s+/).find((one) => Object.hasOwn(variants, one))
      if (variant === undefined || kind !== 'pair') return undefined
      if (!isBlock) return { inline: sentence }
      return { block: [`**${variants[variant]}**`, '', ...content] }
    }),
}

/** https://vuejs.org/guide/components/slots.html#named-slots */
const vitepressSlots: Construct = {
  name: 'part of a component',
  written: '<template #lead>\n  Some words.\n</template>',
  becomes: 'Some words.',
  sign: /<template\s+(?:#|v-slot)/,
  read: (lines) =>
    replaceTags(lines, elementSyntax, ({ kind, name, attributes, content, isBlock, sentence }) => {
      const isSlot = name === 'template' && /^(?:#|v-slot\b)/.test(attributes)
      if (!isSlot || kind !== 'pair') return undefined
      return isBlock ? { block: content } : { inline: sentence }
    }),
}

export const vitepressConstructs: readonly AnyConstruct[] = [
  landingPage,
  vitepressIncludedFiles,
  vitepressSnippets,
  vitepressRaw,
  vitepressValues,
  vitepressSlots,
  pagePrograms,
  otherAlerts,
  inlineFootnotes,
  vitepressLineMarks,
  vitepressHeadingNames,
  vitepressVariants,
  vitepressBadges,
  vitepressMarks,
  embeds,
  componentCodeGroup,
  componentImages,
  componentLinks,
  componentVideos,
  attributeLists,
  ...containerParts,
]
