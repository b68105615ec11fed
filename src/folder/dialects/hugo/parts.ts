/** Shortcodes for cards, buttons and references. @module */
import { videoAddress } from '../components/links.ts'
import { makeCode, makeDetails, makeLink, makeStrong } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { Context, TagConstruct } from '../parts/part-construct.ts'
import { outdentedCode } from '../shared/code.ts'
import { firstArgument, type ShortcodeTag, shortcodeTags } from '../shared/shortcodes.ts'
import { codeInShortcode } from './code.ts'
import { hugoShortcodes } from './syntax.ts'

/** https://gohugo.io/shortcodes/details/ */
export const hugoDetails: TagConstruct = shortcodeTags(hugoShortcodes, {
  name: 'part that opens',
  input: '{{< details "Why?" >}}\nBecause.\n{{< /details >}}',
  becomes: '<details><summary>Why?</summary>\n\nBecause.\n\n</details>',
  names: ['details', 'expand', 'collapse', 'accordion', 'accordion-item', 'spoiler', 'toggle'],
  isPair: true,
  replace(shortcode) {
    const { content, line } = shortcode
    const label = firstArgument(shortcode, ['summary', 'title', 'header', 'label'], 0) ?? ''
    return { block: [makeDetails(label, content, line)] }
  },
})

export const hugoCards: TagConstruct = shortcodeTags(hugoShortcodes, {
  name: 'card',
  input: '{{< card title="Setup" link="guide/setup.md" subtitle="How to begin." >}}',
  becomes: '**[Setup](guide/setup.md)**\n\nHow to begin.',
  names: ['card'],
  replace(shortcode, context) {
    const values = (...names: string[]): string[] =>
      names.flatMap((name) => firstArgument(shortcode, [name]) ?? [])
    const [title, ...subtitles] = values('title', 'header', 'heading', 'caption')
    const link = firstArgument(shortcode, ['link', 'href', 'url'])
    const words = [...subtitles, ...values('subtitle', 'description', 'footer')]
    const { content, line, pairs } = shortcode
    const name = title?.replaceAll('**', '') ?? link
    if (name === undefined && words.length === 0 && content.length === 0) return undefined
    const head = name === undefined ? undefined : makeStrong(linkTo(name, link))
    const body =
      pairs.get('code') === 'true'
        ? makeCode(
            pairs.get('lang') ?? '',
            outdentedCode(codeInShortcode(shortcode, context)),
            line,
          )
        : content
    return { block: [head, ...words.map((paragraph) => context.read(paragraph, line)), body] }
  },
})

function linkTo(words: string, address: string | undefined): readonly Part[] | string {
  return address === undefined ? words : [makeLink(address, words)]
}

export const hugoGroups: TagConstruct = shortcodeTags(hugoShortcodes, {
  name: 'group of cards or columns',
  input: '{{< columns >}}\nSome words.\n{{< /columns >}}',
  becomes: 'Some words.',
  names: ['cards', 'cardpane', 'columns', 'column', 'row', 'col', 'steps', 'grid', 'accordions'],
  isPair: true,
  replace: ({ content }) => ({ block: [content] }),
})

export const hugoButtons: TagConstruct = shortcodeTags(hugoShortcodes, {
  name: 'button',
  input: '{{< button href="guide/setup.md" >}}Begin{{< /button >}}',
  becomes: '[Begin](guide/setup.md)',
  names: ['button', 'link', 'btn'],
  replace(shortcode, context) {
    const page = firstArgument(shortcode, ['relref', 'ref'])
    const href = firstArgument(shortcode, ['href', 'url', 'link', 'to'])
    const address = page === undefined ? href : referenceTo(page, context)
    const { content } = shortcode
    const label =
      content.length > 0 ? content : firstArgument(shortcode, ['text', 'title', 'label'])
    if (address === undefined || label === undefined) return undefined
    return { inline: makeLink(address, label) }
  },
})

/** https://gohugo.io/shortcodes/ref/ */
export const hugoReferences: TagConstruct = shortcodeTags(hugoShortcodes, {
  name: 'address of a page',
  input: '[Setup]({{< relref "guide/setup.md#first" >}})',
  becomes: '[Setup](guide/setup.md#first)',
  names: ['ref', 'relref'],
  replace(shortcode, context) {
    const path = firstArgument(shortcode, ['path'], 0)
    return path === undefined ? undefined : { inline: referenceTo(path, context) }
  },
})

/**
 * @param path With or without ending, and with an anchor.
 * @returns The address for a link; from the site's root if there is no such page.
 */
function referenceTo(path: string, context: Context): string {
  const [page = '', anchor] = path.split('#')
  const fragment = anchor === undefined ? '' : `#${anchor}`
  if (page === '') return fragment
  const name = page.replace(/^\/+|\/+$/g, '')
  return (context.findFile(name) ?? (page.startsWith('.') ? page : `/${name}`)) + fragment
}

const addresses: Readonly<Record<string, (shortcode: ShortcodeTag) => string | undefined>> = {
  youtube: (shortcode) => withId(shortcode, (id) => videoAddress('youtube', id)),
  vimeo: (shortcode) => withId(shortcode, (id) => videoAddress('vimeo', id)),
  gist: ({ words: [user, id] }) =>
    id === undefined ? undefined : `https://gist.github.com/${user}/${id}`,
  iframe: ({ pairs, words }) => pairs.get('src') ?? words[0],
}

function withId(
  { pairs, words }: ShortcodeTag,
  addressOf: (id: string) => string,
): string | undefined {
  const id = pairs.get('id') ?? words[0]
  return id === undefined ? undefined : addressOf(id)
}

export const hugoEmbeds: TagConstruct = shortcodeTags(hugoShortcodes, {
  name: 'video, frame or gist',
  input: '{{< youtube dQw4w9WgXcQ >}}',
  becomes: '<https://www.youtube.com/watch?v=dQw4w9WgXcQ>',
  names: Object.keys(addresses),
  replace(shortcode) {
    const address = addresses[shortcode.name]?.(shortcode)
    if (address === undefined || shortcode.kind === 'pair') return undefined
    const title = firstArgument(shortcode, ['title', 'caption'])
    const isWeb = /^https?:[^\s<>]+$/.test(address)
    if (title === undefined && isWeb) return { inline: `<${address}>` }
    return { inline: makeLink(address, title ?? address) }
  },
})

export const hugoComments: TagConstruct = shortcodeTags(hugoShortcodes, {
  name: 'comment',
  input: 'Some {{% comment %}}not sure{{% /comment %}}words.',
  becomes: 'Some words.',
  names: ['comment'],
  isPair: true,
  replace: ({ isBlock }) => (isBlock ? { block: [] } : { inline: '' }),
})
