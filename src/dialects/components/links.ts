/** Reads components for links, images, videos, cards and included files. @module */

import { splitLines } from '../../convert/code/line-reader.ts'
import { oneLine } from '../alert.ts'
import { codeBlockOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { readIncludes } from '../includes.ts'
import { kindOf, type Line } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { importsOf } from '../mdx/javascript.ts'
import { rebaseLinks } from '../rebase-links.ts'
import {
  type Component,
  componentConstruct,
  readComponentAttributes,
  spokenAttribute,
} from './component-tags.ts'

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

/** Write a link destination, in angle brackets where it needs them. */
export function linkDestination(address: string): string {
  return /[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, encodeURIComponent)}>` : address
}

export const componentImages: Construct = componentConstruct({
  name: 'image as a component',
  written: '<Image src="images/logo.png" alt="Our logo" />',
  becomes: '![Our logo](images/logo.png)',
  names: ['Image', 'Img', 'ThemedImage', 'ZoomImage', 'Picture'],
  replace(component) {
    const source = sourceOf(component)
    if (source === undefined) return undefined
    const { attributes, isBlock } = component
    const alt = oneLine(spokenAttribute(attributes, 'alt') ?? '').replace(/[[\]]/g, '\\$&')
    const title = spokenAttribute(attributes, 'caption', 'title')?.replaceAll('"', "'")
    const caption = title === undefined ? '' : ` "${oneLine(title)}"`
    const image = `![${alt}](${linkDestination(source)}${caption})`
    return isBlock ? { block: [image] } : { inline: image }
  },
})

function sourceOf({ attributes, document }: Component): string | undefined {
  const words = spokenAttribute(attributes, 'src', 'img', 'light', 'url')
  if (words !== undefined) return words
  const { expressions } = attributes
  const expression =
    expressions.get('src') ?? expressions.get('img') ?? expressions.get('sources') ?? ''
  return (
    addressIn(expression) ?? importsOf(document).get(expression.replace(/\.(?:src|default)$/, ''))
  )
}

/**
 * Find the first file address in an expression: `require('./a.png').default`, `{{ light: '/a.png'
 * }}`.
 */
export function addressIn(expression: string): string | undefined {
  return /["'`]([^"'`$\n]{1,1000}\.\w{2,5})["'`]/.exec(expression)?.[1]
}

const onlyImage = /^(!\[[^\n]*\]\([^\s()]+)\)$/

/** The caption becomes the image's title. */
export const componentFrame: Construct = componentConstruct({
  name: 'frame',
  written: '<Frame caption="The logo">\n  ![Logo](images/logo.png)\n</Frame>',
  becomes: '![Logo](images/logo.png "The logo")',
  names: ['Frame'],
  replace({ kind, attributes, content }) {
    if (kind !== 'pair') return undefined
    const caption = oneLine(spokenAttribute(attributes, 'caption', 'title') ?? '')
    if (caption === '') return { block: content }
    const [first] = content
    const [, image] = (content.length === 1 && onlyImage.exec(first?.text ?? '')) || []
    if (image === undefined || caption.includes('"')) return { block: [...content, '', caption] }
    return { block: [`${image} "${caption}")`] }
  },
})

const element =
  /^(\s*)<include(\s[^<>]{0,500})?>\s*([^\s<>#]{1,500})(#[\w-]{1,100})?\s*<\/include>\s*$/
const opening = /^\s*<include(?:\s[^<>]*)?>\s*$/
const closing = /^\s*<\/include>\s*$/

/** https://fumadocs.dev/docs/markdown#include */
export const componentIncludedFiles: Construct = {
  name: 'file that is included',
  written: '<include>./guide/setup.md</include>',
  becomes: '# Setup\n\nSet up.',
  sign: /<include[\s>]/,
  read: (lines, context) =>
    readIncludes(joined(lines), context, {
      find(text) {
        const [, before = '', said = '', address = '', part] = element.exec(text) ?? []
        if (address === '') return undefined
        const { words } = readComponentAttributes(said)
        const isFromSite = words.has('cwd')
        const meta = words.get('meta') ?? ''
        const language = words.get('lang') ?? /\.(\w+)$/.exec(address)?.[1] ?? ''
        return {
          address: isFromSite ? `/${address}` : address,
          before,
          after: '',
          choose(file) {
            if (part !== undefined) return undefined
            if (/\.mdx?$/.test(address)) return withoutBlankEnds(rebaseLinks(file, context))
            const texts = splitLines(file.text.replace(/\n$/, ''))
            return codeBlockOf(`${language} ${meta}`, texts, 1)
          },
        }
      },
    }),
}

function joined(lines: readonly Line[]): readonly Line[] {
  const out: Line[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const one = lines[index] as Line
    const [address, end] = lines.slice(index + 1, index + 3)
    const isOver =
      kindOf(one.text) === 'text' && opening.test(one.text) && closing.test(end?.text ?? '')
    out.push(
      isOver ? { ...one, text: `${one.text.trimEnd()}${address?.text.trim()}</include>` } : one,
    )
    if (isOver) index += 2
  }
  return out
}
