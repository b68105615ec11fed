/** Parts of pages: those that open, cards, columns, and captions of tables. @module */
import { oneLine } from '../alert.ts'
import { linkDestination } from '../components/cards.ts'
import type { Construct } from '../construct.ts'
import { detailsAround } from '../details.ts'
import { referenceTo } from './references.ts'
import { argumentOf, shortcodeConstruct } from './shortcode-construct.ts'

/** https://gohugo.io/shortcodes/details/ and those of themes. */
export const hugoDetails: Construct = shortcodeConstruct({
  name: 'part that opens',
  written: '{{< details "Why?" >}}\nBecause.\n{{< /details >}}',
  becomes: '<details><summary>Why?</summary>\n\nBecause.\n\n</details>',
  names: ['details', 'expand', 'collapse', 'accordion', 'accordion-item', 'spoiler', 'toggle'],
  replace(shortcode) {
    if (shortcode.kind !== 'pair') return undefined
    const { content, line } = shortcode
    const label = argumentOf(shortcode, ['summary', 'title', 'header', 'label'], 0) ?? ''
    return { block: detailsAround(label, content, { line }) }
  },
})

/** The title stands above what the card says, and links to where it leads. */
export const hugoCards: Construct = shortcodeConstruct({
  name: 'card',
  written: '{{< card title="Setup" link="guide/setup.md" subtitle="How to begin." >}}',
  becomes: '**[Setup](guide/setup.md)**\n\nHow to begin.',
  names: ['card'],
  replace(shortcode) {
    const title = argumentOf(shortcode, ['title', 'header'])
    const link = argumentOf(shortcode, ['link', 'href', 'url'])
    const shown = title ?? link
    const words = ['subtitle', 'description', 'footer'].flatMap(
      (name) => argumentOf(shortcode, [name]) ?? [],
    )
    if (shown === undefined && words.length === 0 && shortcode.content.length === 0)
      return undefined
    const linked = link === undefined ? shown : `[${shown}](${linkDestination(link)})`
    const head = linked === undefined ? [] : [`**${linked}**`]
    return { block: [...head, ...words.flatMap((one) => ['', one]), '', ...shortcode.content] }
  },
})

/** Groups that stand side by side are read one below the other. */
export const hugoGroups: Construct = shortcodeConstruct({
  name: 'group of cards or columns',
  written: '{{< columns >}}\nSome words.\n{{< /columns >}}',
  becomes: 'Some words.',
  names: ['cards', 'cardpane', 'columns', 'column', 'row', 'col', 'steps', 'grid', 'accordions'],
  replace: ({ kind, content }) => (kind === 'pair' ? { block: content } : undefined),
})

/** A table with its caption, which stands above it. */
export const hugoTables: Construct = shortcodeConstruct({
  name: 'table with a caption',
  written: '{{< table caption="Sizes" >}}\n| a |\n|---|\n| 1 |\n{{< /table >}}',
  becomes: '**Sizes**\n\n| a |\n|---|\n| 1 |',
  names: ['table'],
  replace(shortcode) {
    if (shortcode.kind !== 'pair') return undefined
    const caption = argumentOf(shortcode, ['caption', 'title'])
    const head = caption === undefined ? [] : [`**${oneLine(caption)}**`, '']
    return { block: [...head, ...shortcode.content] }
  },
})

/** Links that look like buttons. */
export const hugoButtons: Construct = shortcodeConstruct({
  name: 'button',
  written: '{{< button href="guide/setup.md" >}}Begin{{< /button >}}',
  becomes: '[Begin](guide/setup.md)',
  names: ['button', 'link', 'btn'],
  replace(shortcode, context) {
    const page = argumentOf(shortcode, ['relref', 'ref'])
    const href = argumentOf(shortcode, ['href', 'url', 'link', 'to'])
    const address = page === undefined ? href : referenceTo(page, context)
    const words = shortcode.content.map(({ text }) => text).join(' ')
    const label = oneLine(words) || argumentOf(shortcode, ['text', 'title', 'label'])
    if (address === undefined || label === undefined) return undefined
    return { inline: `[${label}](${linkDestination(address)})` }
  },
})
