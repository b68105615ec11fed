/** Parts of pages: those that open, cards, columns, and captions of tables. @module */
import { oneLine } from '../alert.ts'
import { codeBlockAround } from '../code-block.ts'
import { linkDestination } from '../components/links.ts'
import { detailsAround } from '../details.ts'
import type { Line } from '../line.ts'
import { argumentOf, type Shortcode, type ShortcodeRule } from '../shortcodes.ts'
import { referenceTo } from './values.ts'

/** https://gohugo.io/shortcodes/details/ and those of themes. */
export const hugoDetails: ShortcodeRule = {
  name: 'part that opens',
  written: '{{< details "Why?" >}}\nBecause.\n{{< /details >}}',
  becomes: '<details><summary>Why?</summary>\n\nBecause.\n\n</details>',
  names: ['details', 'expand', 'collapse', 'accordion', 'accordion-item', 'spoiler', 'toggle'],
  isPair: true,
  replace(shortcode) {
    const { content, line } = shortcode
    const label = argumentOf(shortcode, ['summary', 'title', 'header', 'label'], 0) ?? ''
    return { block: detailsAround(label, content, { line }) }
  },
}

/** The title stands above what the card says, and links to where it leads. */
export const hugoCards: ShortcodeRule = {
  name: 'card',
  written: '{{< card title="Setup" link="guide/setup.md" subtitle="How to begin." >}}',
  becomes: '**[Setup](guide/setup.md)**\n\nHow to begin.',
  names: ['card'],
  replace: cardOf,
}

/**
 * Put the title of a card above what it says.
 * @returns undefined when it says nothing.
 */
function cardOf(shortcode: Shortcode): { readonly block: readonly (Line | string)[] } | undefined {
  const said = (names: readonly string[]): string[] =>
    names.flatMap((name) => argumentOf(shortcode, [name]) ?? [])
  const [shown, ...others] = [...said(['title', 'header', 'heading']), ...said(['caption'])]
  const link = argumentOf(shortcode, ['link', 'href', 'url'])
  const words = [...others, ...said(['subtitle', 'description', 'footer'])]
  const { content, line, named } = shortcode
  if (shown === undefined && link === undefined && words.length === 0 && content.length === 0) {
    return undefined
  }
  const name = shown?.replaceAll('**', '') ?? link
  const linked = link === undefined ? name : `[${name}](${linkDestination(link)})`
  const head = linked === undefined ? [] : [`**${linked}**`]
  const isCode = named.get('code') === 'true'
  const shownContent = isCode
    ? codeBlockAround(argumentOf(shortcode, ['lang']) ?? '', content, line)
    : content
  return { block: [...head, ...words.flatMap((one) => ['', one]), '', ...shownContent] }
}

/** Groups that stand side by side are read one below the other. */
export const hugoGroups: ShortcodeRule = {
  name: 'group of cards or columns',
  written: '{{< columns >}}\nSome words.\n{{< /columns >}}',
  becomes: 'Some words.',
  names: ['cards', 'cardpane', 'columns', 'column', 'row', 'col', 'steps', 'grid', 'accordions'],
  isPair: true,
  replace: ({ content }) => ({ block: content }),
}

/** A table with its caption, which stands above it. */
export const hugoTables: ShortcodeRule = {
  name: 'table with a caption',
  written: '{{< table caption="Sizes" >}}\n| a |\n|---|\n| 1 |\n{{< /table >}}',
  becomes: '**Sizes**\n\n| a |\n|---|\n| 1 |',
  names: ['table'],
  isPair: true,
  replace(shortcode) {
    const caption = argumentOf(shortcode, ['caption', 'title'])
    const head = caption === undefined ? [] : [`**${oneLine(caption)}**`, '']
    return { block: [...head, ...shortcode.content] }
  },
}

/** Links that look like buttons. */
export const hugoButtons: ShortcodeRule = {
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
}
