/** `<Link to="/a">` and videos. @module */
import { oneLine } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { linkDestination } from './cards.ts'
import { componentConstruct, spokenAttribute } from './component-construct.ts'

/** Links that a component makes. */
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
