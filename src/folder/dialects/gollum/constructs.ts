/** Constructs of GitHub's and GitLab's wikis: links and images by file name. @module */
import type { DialectContext } from '../dialect-context.ts'
import { makeLink, makeText } from '../parts/make-parts.ts'
import type { PartConstruct, WordsConstruct } from '../parts/part-construct.ts'
import { linkDestination } from '../parts/words.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { pagePrograms } from '../shared/unknown-parts.ts'

/** Tables escape the bar by a backslash. */
const pageLink = /(?<![!\\])\[\[([^[\]|]{1,500}?)(?:\\?\|([^[\]]{1,1000}))?\]\]/dg
const image = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i

/** https://github.com/gollum/gollum/wiki#page-links */
const links: WordsConstruct = {
  name: 'link to a page by its name, with other words before the bar',
  input: '[[setup]], [[Words|setup]], [[the place|setup#first-steps]] and [[Nowhere]]',
  becomes:
    '[setup](guide/setup.md), [Words](guide/setup.md), [the place](guide/setup.md#first-steps) and [Nowhere](Nowhere.md)',
  mark: '[[',
  words: pageLink,
  isProtected: false,
  replace({ match: [, first = '', second], group }, context) {
    const target = (second ?? first).trim()
    if (target.includes('\uFFFC')) return undefined
    if (image.test(first.trim()) || /^_?toc_?$/i.test(first.trim())) return undefined
    if (/^https?:/i.test(target)) return second === undefined ? target : makeLink(target, group(1))
    return makeLink(addressOf(target, context), group(1))
  },
}

/** https://github.com/gollum/gollum/wiki#images */
const images: WordsConstruct = {
  name: 'image, with what is said of it behind the bar',
  input: '[[logo.png|alt=Our logo|width=200px|frame]]',
  becomes: '![Our logo](images/logo.png =200x)',
  mark: '[[',
  words: pageLink,
  isProtected: false,
  replace({ match: [, first = '', second = ''] }, context) {
    if (!image.test(first.trim())) return undefined
    const options = new Map(
      second.split(/\\?\|/).map((option): [string, string] => {
        const [name = '', ...value] = option.split('=')
        return [name.trim(), value.join('=').trim()]
      }),
    )
    const [width = '', height = ''] = ['width', 'height'].map((name) => {
      return /^(\d{1,5})(?:px)?$/.exec(options.get(name) ?? '')?.[1]
    })
    const size = width + height === '' ? '' : ` =${width}x${height}`
    const alt = (options.get('alt') ?? '').replace(/[\\`]/g, '\\$&')
    return [makeText(`![${alt}](${linkDestination(fileAddress(first.trim(), context))}${size})`)]
  },
}

function addressOf(target: string, context: DialectContext): string {
  const [, name = '', place = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? []
  return (name === '' ? '' : fileAddress(name, context)) + place.replaceAll(' ', '-')
}

/** File names have hyphens for spaces. A missing page gets the address that the page would have. */
function fileAddress(name: string, context: DialectContext): string {
  const file = [name, name.replaceAll(' ', '-'), name.replaceAll('-', ' ')]
    .map((candidate) => context.findFile(candidate))
    .find((candidate) => candidate !== undefined)
  const ending = /\.[a-z\d]{1,8}$/i.test(name) ? '' : '.md'
  return file ?? name.replaceAll(' ', '-') + ending
}

export const gollumConstructs: readonly PartConstruct[] = [images, links, otherAlerts, pagePrograms]
