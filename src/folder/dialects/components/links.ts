/** Components for links, images, videos and cards. @module */

import { importsOf } from '../mdx/statements.ts'
import { makeImage, makeLink, makeStrong, makeText } from '../parts/make-parts.ts'
import type { Context, TagConstruct } from '../parts/part-construct.ts'
import { oneLine } from '../parts/words.ts'
import { hasParagraphs } from '../shared/unknown-parts.ts'
import { type Component, componentConstruct, spokenAttribute } from './component.ts'

export const componentLinks: TagConstruct = componentConstruct({
  name: 'link as a component',
  input: 'See <Link to="guide/setup.md">the setup</Link>.',
  becomes: 'See [the setup](guide/setup.md).',
  names: ['Link', 'A', 'Anchor', 'NavLink', 'NextLink', 'LinkButton', 'Button', 'RouterLink'],
  replace({ kind, attributes, content, children }) {
    const address = spokenAttribute(attributes, 'to', 'href', 'link', 'url')
    const label = spokenAttribute(attributes, 'title', 'label', 'text')
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

export const componentVideos: TagConstruct = componentConstruct({
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
  replace({ name, attributes, content }) {
    const id = spokenAttribute(attributes, 'id', 'videoId', 'src', 'url', 'href')
    if (id === undefined || content.length > 0) return undefined
    const address = /[/.]/.test(id) ? id : videoAddress(name === 'Vimeo' ? 'vimeo' : 'youtube', id)
    const title = spokenAttribute(attributes, 'title', 'alt', 'caption') ?? address
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

export const componentCards: TagConstruct = componentConstruct({
  name: 'card',
  input: '<Card title="Setup" href="guide/setup.md">\n  How to begin.\n</Card>',
  becomes: '**[Setup](guide/setup.md)**\n\nHow to begin.',
  names: [...groups, 'Card', 'Cards.Card', 'LinkCard'],
  replace({ name, attributes, content }) {
    if (groups.includes(name)) return { block: [content] }
    const title = spokenAttribute(attributes, 'title', 'label', 'header', 'heading')
    const address = spokenAttribute(attributes, 'href', 'to', 'link', 'url')
    const description = spokenAttribute(attributes, 'description')
    const label = title ?? (content.length === 0 ? address : undefined)
    if (label === undefined && content.length === 0) return undefined
    const head = label && makeStrong(address === undefined ? label : [makeLink(address, label)])
    return { block: [head, description, content] }
  },
})

export const componentImages: TagConstruct = componentConstruct({
  name: 'image as a component',
  input: '<Image src="images/logo.png" alt="Our logo" />',
  becomes: '![Our logo](images/logo.png)',
  names: ['Image', 'Img', 'ThemedImage', 'ZoomImage', 'Picture'],
  replace(component, context) {
    const source = sourceOf(component, context)
    if (source === undefined) return undefined
    const { attributes, isBlock } = component
    const alt = spokenAttribute(attributes, 'alt') ?? ''
    const picture = makeImage(source, {
      alt,
      caption: spokenAttribute(attributes, 'caption', 'title') ?? '',
    })
    return isBlock ? { block: [picture] } : { inline: picture }
  },
})

function sourceOf({ attributes }: Component, context: Context): string | undefined {
  const words = spokenAttribute(attributes, 'src', 'img', 'light', 'url')
  if (words !== undefined) return words
  const { expressions } = attributes
  const expression =
    expressions.get('src') ?? expressions.get('img') ?? expressions.get('sources') ?? ''
  const name = expression.replace(/\.(?:src|default)$/, '')
  return addressIn(expression) ?? importsOf(context).get(name)
}

/** Find the first file address in an expression such as `require('./a.png').default`. */
export function addressIn(expression: string): string | undefined {
  return /["'`]([^"'`$\n]{1,1000}\.\w{2,5})["'`]/.exec(expression)?.[1]
}

export const componentFrame: TagConstruct = componentConstruct({
  name: 'frame: its caption stands below',
  input: '<Frame caption="The logo">\n  ![Logo](images/logo.png)\n</Frame>',
  becomes: '![Logo](images/logo.png)\n\nThe logo',
  names: ['Frame'],
  replace: ({ kind, attributes, content }) =>
    kind === 'pair'
      ? { block: [content, spokenAttribute(attributes, 'caption', 'title')] }
      : undefined,
})
