/** Constructs of GitHub's and GitLab's wikis: links and images by file name. @module */

import type { AnyConstruct, Construct, DialectContext } from '../construct.ts'
import { mapText } from '../line.ts'
import { linkDestination } from '../parts/words.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { pagePrograms } from '../shared/unknown-parts.ts'
import { replaceAmongWords } from '../words.ts'

/** In a table the bar is escaped by a backslash. */
const pattern = /(?<![!\\])\[\[([^[\]|]{1,500}?)(?:\\?\|([^[\]]{1,1000}))?\]\]/g
const image = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i

/** https://github.com/gollum/gollum/wiki#page-links */
const links: Construct = {
  name: 'link to a page by its name, with other words before the bar',
  written: '[[setup]], [[Words|setup]], [[the place|setup#first-steps]] and [[Nowhere]]',
  becomes:
    '[setup](guide/setup.md), [Words](guide/setup.md), [the place](guide/setup.md#first-steps) and [Nowhere](Nowhere.md)',
  sign: /\[\[/,
  read: (lines, context) =>
    replaceNames(lines, (first, second) => {
      if (image.test(first)) return undefined
      const target = (second ?? first).trim()
      // GFM links web addresses itself.
      if (target.includes('\uE000')) return second === undefined ? target : `[${first}](${target})`
      return /^_?toc_?$/i.test(first) ? undefined : `[${first}](${addressOf(target, context)})`
    }),
}

/** https://github.com/gollum/gollum/wiki#images */
const images: Construct = {
  name: 'image, with what is said of it behind the bar',
  written: '[[logo.png|alt=Our logo|width=200px|frame]]',
  becomes: '![Our logo](images/logo.png =200x)',
  sign: /\[\[[^[\]\n]*\.(?:png|jpe?g|gif|webp|avif|svg|bmp)\b/i,
  read: (lines, context) =>
    replaceNames(lines, (first, second = '') => {
      if (!image.test(first)) return undefined
      const options = new Map(
        second.split(/\\?\|/).map((one): [string, string] => {
          const [name = '', ...value] = one.split('=')
          return [name.trim(), value.join('=').trim()]
        }),
      )
      const [width = '', height = ''] = ['width', 'height'].map((name) => {
        return /^(\d{1,5})(?:px)?$/.exec(options.get(name) ?? '')?.[1]
      })
      const size = width + height === '' ? '' : ` =${width}x${height}`
      return `![${options.get('alt') ?? ''}](${linkDestination(fileAddress(first, context))}${size})`
    }),
}

function replaceNames(
  lines: Parameters<typeof mapText>[0],
  replace: (first: string, second: string | undefined) => string | undefined,
): ReturnType<typeof mapText> {
  return mapText(lines, (text) => {
    if (!text.includes('[[')) return text
    return replaceAmongWords(text, pattern, ([written, first = '', second]) => {
      return replace(first.trim(), second) ?? written
    })
  })
}

function addressOf(target: string, context: DialectContext): string {
  const [, name = '', place = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? []
  const file = name === '' ? '' : fileAddress(name, context)
  return linkDestination(file + place.replaceAll(' ', '-'))
}

/** File names have hyphens for spaces. A missing page gets the address that it would have. */
function fileAddress(name: string, context: DialectContext): string {
  const found = [name, name.replaceAll(' ', '-'), name.replaceAll('-', ' ')]
    .map((one) => context.findFile(one))
    .find((one) => one !== undefined)
  const ending = /\.[a-z\d]{1,8}$/i.test(name) ? '' : '.md'
  return found ?? name.replaceAll(' ', '-') + ending
}

export const gollumConstructs: readonly AnyConstruct[] = [images, links, otherAlerts, pagePrograms]
