/** Components for links, images, videos and cards. @module */

import { importsOf } from '../mdx/statements.ts'
import { makeImage, makeLink, makeStrong, makeText } from '../parts/make-parts.ts'
import type { Context, TagConstruct } from '../parts/part-construct.ts'
import { componentTags } from '../parts/tag-syntaxes.ts'
import { oneLine } from '../parts/words.ts'
import { firstValue, type ReadTag, tagConstruct } from '../shared/tag-construct.ts'
import { hasParagraphs } from '../shared/unknown-parts.ts'

export const componentLinks: TagConstruct = tagConstruct(componentTags, {
  name: 'link as a component',
  input: 'See <Link to="guide/setup.md">the setup</Link>.',
  becomes: 'See [the setup](guide/setup.md).',
  names: ['Link', 'A', 'Anchor', 'NavLink', 'NextLink', 'LinkButton', 'Button', 'RouterLink'],
  replace(tag) {
    const { kind, content, children } = tag
    const address = firstValue(tag, 'to', 'href', 'link', 'url')
    const label = firstValue(tag, 'title', 'label', 'text')
    const words = kind === 'pair' ? content : label === undefined ? [] : [makeText(oneLine(label))]
    if (address === undefined) {
      if (words.length === 0) return undefined
      return { inline: kind === 'pair' ? children : words }
    }
    const [first] = words
    const isBlock = first?.type === 'text' && /^\s*[-#>|`!<]/.test(first.text)
    if (hasParagraphs(words) || isBlock) return { block: [words, `<${address}>`] }
    return { inline: makeLink(address, words.length === 0 ? address : words) }
  },
})

export const componentVideos: TagConstruct = tagConstruct(componentTags, {
  name: 'video',
  input: '<YouTube id="dQw4w9WgXcQ" title="A song" />',
  becomes: '[A song](https://www.youtube.com/watch?v=dQw4w9WgXcQ)',
  names: [
    'YouTube',
    'Youtube',
    'YouTubeVideo',
    'LiteYouTubeEmbed',
    'Vimeo',
    'Video',
    'VideoPlayer',
  ],
  replace(tag) {
    const { name, content } = tag
    const id = firstValue(tag, 'id', 'videoId', 'src', 'url', 'href')
    if (id === undefined || content.length > 0) return undefined
    const address = /[/.]/.test(id) ? id : videoAddress(name === 'Vimeo' ? 'vimeo' : 'youtube', id)
    const title = firstValue(tag, 'title', 'alt', 'caption') ?? address
    return { inline: makeLink(address, title) }
  },
})

export function videoAddress(site: 'youtube' | 'vimeo', id: string): string {
  const name = encodeURIComponent(id)
  return site === 'vimeo' ? `https://vimeo.com/${name}` : `https://www.youtube.com/watch?v=${name}`
}

const groups = [
  'CardGroup',
  'Cards',
  'CardGrid',
  'CardList',
  'Columns',
  'Column',
  'Row',
  'Col',
  'Grid',
]

export const componentCards: TagConstruct = tagConstruct(componentTags, {
  name: 'card',
  input: '<Card title="Setup" href="guide/setup.md">\n  How to begin.\n</Card>',
  becomes: '**[Setup](guide/setup.md)**\n\nHow to begin.',
  names: [...groups, 'Card', 'Cards.Card', 'LinkCard'],
  replace(tag) {
    const { name, content } = tag
    if (groups.includes(name)) return { block: [content] }
    const title = firstValue(tag, 'title', 'label', 'header', 'heading')
    const address = firstValue(tag, 'href', 'to', 'link', 'url')
    const description = firstValue(tag, 'description')
    const label = title ?? (content.length === 0 ? address : undefined)
    if (label === undefined && content.length === 0) return undefined
    const head = label && makeStrong(address === undefined ? label : [makeLink(address, label)])
    return { block: [head, description, content] }
  },
})

export const componentImages: TagConstruct = tagConstruct(componentTags, {
  name: 'image as a component',
  input: '<Image src="images/logo.png" alt="Our logo" />',
  becomes: '![Our logo](images/logo.png)',
  names: ['Image', 'Img', 'ThemedImage', 'ZoomImage', 'Picture'],
  replace(tag, context) {
    const source = sourceOf(tag, context)
    if (source === undefined) return undefined
    const alt = firstValue(tag, 'alt')
    const image = makeImage(source, { alt, caption: firstValue(tag, 'caption', 'title') })
    return tag.isBlock ? { block: [image] } : { inline: image }
  },
})

function sourceOf(tag: ReadTag, context: Context): string | undefined {
  const { expressions } = tag
  const expression = ['src', 'img', 'sources'].find((name) => expressions.has(name))
  return (
    firstValue(tag, 'src', 'img', 'light', 'url') ??
    (expression && addressIn(expressions.get(expression) as string, context))
  )
}

/** Find the file that an expression names, as in `require('./a.png').default` or an import. */
export function addressIn(expression: string, context: Context): string | undefined {
  const [, address] = /["'`]([^"'`$\n]{1,1000}\.\w{2,5})["'`]/.exec(expression) ?? []
  return address ?? importsOf(context).get(expression.replace(/\.(?:src|default)$/, ''))
}

export const componentFrame: TagConstruct = tagConstruct(componentTags, {
  name: 'frame: its caption stands below',
  input: '<Frame caption="The logo">\n  ![Logo](images/logo.png)\n</Frame>',
  becomes: '![Logo](images/logo.png)\n\nThe logo',
  names: ['Frame'],
  isPair: true,
  replace: (tag) => ({ block: [tag.content, firstValue(tag, 'caption', 'title')] }),
})
