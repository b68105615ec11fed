/** `<Link to="/a">`, videos, and `<Card title="A" href="/a">` with the groups of them. @module */
import { oneLine } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { componentConstruct, spokenAttribute } from './component-tags.ts'

export const componentLinks: Construct = componentConstruct({
  name: 'link as a component',
  written: 'See <Link to="guide/setup.md">the setup</Link>.',
  becomes: 'See [the setup](guide/setup.md).',
  names: ['Link', 'A', 'Anchor', 'NavLink', 'NextLink', 'LinkButton', 'Button', 'RouterLink'],
  replace({ kind, attributes, content, sentence }) {
    const address = spokenAttribute(attributes, 'to', 'href', 'link', 'url')
    const label = spokenAttribute(attributes, 'title', 'label', 'text')
    const words = kind === 'pair' ? content.map(({ text }) => text).join('\n') : (label ?? '')
    if (address === undefined) return words === '' ? undefined : { inline: sentence }
    if (/\n\s*\n|^\s*[-#>|`!<]/.test(words)) return { block: [...content, '', `<${address}>`] }
    return { inline: `[${oneLine(words) || address}](${linkDestination(address)})` }
  },
})

/** Videos of YouTube and Vimeo. */
export const componentVideos: Construct = componentConstruct({
  name: 'video',
  written: '<YouTube id="dQw4w9WgXcQ" title="A song" />',
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
    return { inline: `[${oneLine(title)}](${linkDestination(address)})` }
  },
})

export function videoAddress(site: 'youtube' | 'vimeo', id: string): string {
  const name = encodeURIComponent(id)
  return site === 'vimeo' ? `https://vimeo.com/${name}` : `https://www.youtube.com/watch?v=${name}`
}

const groups = [
  ...['CardGroup', 'Cards', 'CardGrid', 'CardList', 'Columns', 'Column', 'Row', 'Col', 'Grid'],
]

/** The title stands above what the card says, and links to where it leads. */
export const componentCards: Construct = componentConstruct({
  name: 'card',
  written: '<Card title="Setup" href="guide/setup.md">\n  How to begin.\n</Card>',
  becomes: '**[Setup](guide/setup.md)**\n\nHow to begin.',
  names: [...groups, 'Card', 'Cards.Card', 'LinkCard'],
  replace({ name, attributes, content }) {
    if (groups.includes(name)) return { block: content }
    const title = spokenAttribute(attributes, 'title', 'label', 'header', 'heading')
    const address = spokenAttribute(attributes, 'href', 'to', 'link', 'url')
    const description = spokenAttribute(attributes, 'description')
    const shown = title ?? (content.length === 0 ? address : undefined)
    if (shown === undefined && content.length === 0) return undefined
    const text = shown === undefined ? [] : [linked(oneLine(shown), address), '']
    const more = description === undefined ? [] : [description, '']
    return { block: [...text, ...more, ...content].slice(0, content.length === 0 ? -1 : undefined) }
  },
})

function linked(title: string, address: string | undefined): string {
  return address === undefined ? `**${title}**` : `**[${title}](${linkDestination(address)})**`
}

/** Write an address so that it ends where it should. */
export function linkDestination(address: string): string {
  return /[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, encodeURIComponent)}>` : address
}
