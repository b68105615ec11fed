/** Parts of pages that are programs or styles of Vue. @module */
import { oneLine } from '../alert.ts'
import { componentConstruct, spokenAttribute } from '../components/component-construct.ts'
import { elementSyntax } from '../components/component-tags.ts'
import type { Construct } from '../construct.ts'
import { mapText, replaceMatches } from '../line.ts'
import { replaceTags } from '../replace-tags.ts'
import { slugOf } from './file-parts.ts'

/** https://vitepress.dev/reference/default-theme-badge */
const badges = componentConstruct({
  name: 'badge',
  written: '## Title <Badge type="tip" text="new" />',
  becomes: '## Title (new) {#title}',
  names: ['Badge'],
  replace({ attributes, content }) {
    const words =
      oneLine(content.map(({ text }) => text).join(' ')) || spokenAttribute(attributes, 'text')
    return words === undefined ? undefined : { inline: `(${words})` }
  },
})

const headingWithBadge = /^(#{1,6}\s+)([^<]*\S)(\s*<Badge\b.*[^\s}])\s*$/

/** A heading keeps the name that it has without its badges. */
export const vitepressBadges: Construct = {
  ...badges,
  read: (lines, context) =>
    badges.read(
      mapText(lines, (text) =>
        text.replace(
          headingWithBadge,
          (heading, _, words: string) => `${heading} {#${slugOf(words)}}`,
        ),
      ),
      context,
    ),
}

const mark =
  /<sup\s+class="vt-badge\s*([\w-]{0,50})"(?:\s+data-text="([^"<>\n]{1,200})")?\s*(?:\/>|><\/sup>)/g
const wordsOfMarks: Readonly<Record<string, string>> = { ts: 'TS' }

/** Of Vue's documentation, whose style sheet has their words. */
export const vitepressMarks: Construct = {
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

/** Of Vue's documentation, where a reader chooses one of two; words in a sentence stay. */
export const vitepressVariants: Construct = {
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
