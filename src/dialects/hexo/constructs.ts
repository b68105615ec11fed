/** What Hexo knows beyond Markdown, with the tags of its common themes. @module */
import { posix } from 'node:path'
import { oneLine } from '../alert.ts'
import { linkDestination, videoAddress } from '../components/links.ts'
import type { Construct, DialectContext } from '../construct.ts'
import { jekyllOthers, jekyllRaw } from '../jekyll/tags.ts'
import { kindOf, type Line } from '../line.ts'
import { embeds, otherAlerts } from '../shared-constructs.ts'
import type { Shortcode } from '../shortcodes.ts'
import { pagePrograms } from '../unknown-parts.ts'
import {
  hexoCode,
  hexoCodeTitles,
  hexoConstruct,
  hexoDetails,
  hexoIncludedCode,
  hexoNotes,
  hexoQuotes,
  hexoTabs,
} from './parts.ts'

const address = /^(?:https?:\/\/|\/)|\.[a-z\d]{2,5}(?:[?#].*)?$/i
const size = /^\d{1,5}(?:px|%)?$/
/** Both may stand in quotes of the other kind. */
const texts = /^["']?([^"']*)["']?\s*["']?([^"']*)["']?/

/** https://hexo.io/docs/tag-plugins#Image, https://hexo.io/docs/tag-plugins#Include-Assets */
const hexoImages: Construct = hexoConstruct({
  name: 'image',
  written: `{% asset_img left logo.png 200 100 "Ours" "A logo" %}`,
  becomes: '![A logo](images/logo.png "Ours"){width=200 height=100}',
  names: ['asset_img', 'img', 'image'],
  replace({ words, isBlock }, context) {
    const at = words.findIndex((one) => address.test(one))
    if (at === -1) return undefined
    const source = assetOf(words[at] as string, context)
    const rest = words.slice(at + 1)
    const [width, height] = rest.slice(0, 2).map((one) => (size.test(one) ? one : undefined))
    const said = rest.filter((one) => one !== width && one !== height)
    const [, only = '', other = ''] = texts.exec(said[0] ?? '') ?? []
    const [caption, alt] = said.length > 1 ? [only, said.slice(1).join(' ')] : [only, other]
    const sizes = [width && `width=${width}`, height && `height=${height}`].filter(Boolean)
    const title = caption === '' ? '' : ` "${oneLine(caption)}"`
    const shown = `![${oneLine(alt).replace(/[[\]"']/g, '')}](${linkDestination(source)}${title})`
    const image = shown + (sizes.length === 0 ? '' : `{${sizes.join(' ')}}`)
    return isBlock ? { block: [image] } : { inline: image }
  },
})

/** A post has its files in a folder of its name. */
function assetOf(name: string, { path, findFile }: DialectContext): string {
  if (/^(?:https?:|\/)/.test(name)) return name
  const folder = posix.basename(path).replace(/\.\w+$/, '')
  return findFile(`${folder}/${name}`) ?? findFile(name) ?? `${folder}/${name}`
}

/** https://hexo.io/docs/tag-plugins#Include-Posts */
const hexoLinks: Construct = hexoConstruct({
  name: 'link to a post or a file',
  written: "See {% post_link setup %}, {% post_link setup 'how to begin' %}.",
  becomes: 'See [Setup](guide/setup.md), [how to begin](guide/setup.md).',
  names: ['post_link', 'asset_link'],
  replace({ name, words }, context) {
    const [written, ...rest] = words
    if (written === undefined) return undefined
    const said = rest.filter((one) => !/^(?:true|false)$/.test(one)).join(' ')
    // Tags in it are words, unless it is said that they are none.
    const title = rest.includes('false') ? said : said.replaceAll('<', '&lt;')
    if (name === 'asset_link') return link(title || written, assetOf(written, context))
    const [slug = '', fragment] = written.split('#')
    const found = context.findFile(slug)
    const to = (found ?? `/${slug}`) + (fragment === undefined ? '' : `#${fragment}`)
    return link(title || titleOf(found, context) || slug, to)
  },
})

function titleOf(found: string | undefined, { path, findUid }: DialectContext): string | undefined {
  if (found === undefined) return undefined
  const file = posix.join(posix.dirname(path), decodeURIComponent(found))
  return findUid(`/${file.replace(/\.\w+$/, '')}`)?.title
}

/** Where a post or a file is, in words or in an address. */
const hexoAddresses: Construct = hexoConstruct({
  name: 'address of a post or a file',
  written: '[A]({% post_path setup %}), [b]({% asset_path logo.png %})',
  becomes: '[A](guide/setup.md), [b](images/logo.png)',
  names: ['post_path', 'asset_path'],
  replace({ name, words: [written] }, context) {
    if (written === undefined) return undefined
    if (name === 'asset_path') return { inline: assetOf(written, context) }
    return { inline: context.findFile(written) ?? `/${written}` }
  },
})

const elsewhere: Readonly<Record<string, (tag: Shortcode) => string | undefined>> = {
  iframe: ({ words }) => words[0],
  youtube: ({ words: [id, type] }) =>
    type === 'playlist'
      ? `https://www.youtube.com/playlist?list=${id}`
      : id && videoAddress('youtube', id),
  vimeo: ({ words: [id] }) => id && videoAddress('vimeo', id),
  gist: ({ words: [id] }) => id && `https://gist.github.com/${id}`,
  jsfiddle: ({ words: [id] }) => id && `https://jsfiddle.net/${id}/`,
  video: ({ words: [source] }) => source,
  audio: ({ words: [source] }) => source,
  pdf: ({ words: [source] }) => source,
}

/** https://hexo.io/docs/tag-plugins#Link, https://hexo.io/docs/tag-plugins#iframe */
const hexoEmbeds: Construct = hexoConstruct({
  name: 'link, button, film or frame',
  written:
    '{% youtube dQw4w9WgXcQ %} {% link Boats https://example.org %} {% btn /boats, All, ship %}',
  becomes:
    '[https://www.youtube.com/watch?v=dQw4w9WgXcQ](https://www.youtube.com/watch?v=dQw4w9WgXcQ) [Boats](https://example.org) [All](/boats)',
  names: ['link', 'url_for', 'btn', 'button', ...Object.keys(elsewhere)],
  replace(tag) {
    const { name, said, words } = tag
    if (Object.hasOwn(elsewhere, name)) {
      const found = elsewhere[name]?.(tag)
      return found === undefined ? undefined : link(found, found)
    }
    if (name === 'btn' || name === 'button') {
      const [to = '', label = ''] = said.split(',').map((one) => one.trim())
      return to === '' ? undefined : link(label || to, to)
    }
    const at = words.findIndex((one) => address.test(one))
    const to = words[at]
    return to === undefined ? undefined : link(words.slice(0, at).join(' ') || to, to)
  },
})

function link(words: string, to: string): { inline: string } {
  return { inline: `[${oneLine(words).replace(/[[\]]/g, '\\$&')}](${linkDestination(to)})` }
}

/** Its fences are put aside before tags are read. */
const hexoRaw: Construct = {
  ...jekyllRaw,
  read: (lines, context) =>
    jekyllRaw
      .read(lines, context)
      .map((one, index) => (kindOf(one.text) === 'text' ? one : (lines[index] as Line))),
}

/** Code first, so that nothing in it is read; all other tags last. */
export const hexoConstructs: readonly Construct[] = [
  hexoCodeTitles,
  hexoCode,
  hexoRaw,
  hexoIncludedCode,
  hexoAddresses,
  hexoImages,
  hexoLinks,
  hexoEmbeds,
  hexoQuotes,
  hexoNotes,
  hexoDetails,
  hexoTabs,
  jekyllOthers,
  embeds,
  pagePrograms,
  otherAlerts,
]
