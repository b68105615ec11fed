/** Git-based wikis of GitHub and GitLab: `_Sidebar.md`, `Home.md`, links and images by name. @module */
import { join } from 'node:path'
import { decodePart } from '../../../convert/adf/node-text.ts'
import { isIndex, nameOf, stemOf } from '../../files/tree-paths.ts'
import type { NavigationSource } from '../../navigation/navigation.ts'
import type { Generator } from '../generator.ts'
import { summary } from '../mdbook/mdbook.ts'
import { makeImage, makeLink } from '../parts/make-parts.ts'
import type { DialectContext, PartConstruct, WordsConstruct } from '../parts/part-construct.ts'

const sidebar: NavigationSource = {
  names: /^_Sidebar\.md$/,
  read(text, context) {
    const files = new Map(
      context.list(context.folder).map((path) => [foldedName(stemOf(path)), nameOf(path)]),
    )
    const wikiAddresses = new Set(ownAddresses(text, (name) => files.has(foldedName(name))))
    const addressOf = (address: string): string => {
      const [, start = '', name = ''] = webPage.exec(address) ?? [address, '', address]
      const file =
        start === '' || wikiAddresses.has(start) ? files.get(foldedName(name)) : undefined
      return file === undefined ? address : encodeURIComponent(file)
    }
    const plain = text
      .replace(/\[\[([^[\]|\n]{1,500})(?:\|([^[\]\n]{1,500}))?\]\]/g, (_, words, name = words) => {
        return `[${words}](${addressOf(name)})`
      })
      .replace(/\]\(([^\s()]{1,1000})\)/g, (_, address) => `](${addressOf(address)})`)
    return summary.read(plain, context)
  },
}

/** A wiki page on the web; group 1 is the wiki's address. */
const webPage = /^(https?:\/\/[^/\s]{1,200}(?:\/[^/\s]{1,200}){2}\/wiki\/)([^\s#?/)]{1,500})/
const webPages = new RegExp(`(?<=\\]\\()${webPage.source.slice(1)}`, 'g')

function foldedName(name: string): string {
  return decodePart(name.replace(/#.*$/, '')).trim().replaceAll(' ', '-').toLowerCase()
}

/** The wiki's own addresses: the tree has at least two of the pages that the menu links to there. */
function ownAddresses(text: string, exists: (name: string) => boolean): string[] {
  const byAddress = Map.groupBy(text.matchAll(webPages), ([, start = '']) => start)
  return [...byAddress].flatMap(([start, matches]) => {
    const names = new Set(matches.map(([, , name = '']) => decodePart(name)).filter(exists))
    return names.size > 1 ? [start] : []
  })
}

/** Obsidian's embeds, comments, highlights, and foldable callouts. */
const vaultSign =
  /!\[\[[^\][]+\]\]|%%[^%]+%%|(?<![=\w])==[^=\s][^=]*==(?![=\w])|^[\s>]*>\s*\[![\w-]+\][-+]/
const namedLink = /\[\[([^\][|\n]{1,200}?)\\?\|([^\][|\n]{1,200})\]\]/g

/** Tell a vault from a wiki: Obsidian puts the page before the bar, a wiki behind it. */
function isVault(lines: readonly string[], isPage: (name: string) => boolean): boolean {
  let signs = 0
  for (const line of lines) {
    if (vaultSign.test(line)) signs += 1
    for (const [, first = '', second = ''] of line.matchAll(namedLink)) {
      if (isPage(first) !== isPage(second)) signs += isPage(first) ? 1 : -1
    }
  }
  return signs > 0
}

/** https://docs.github.com/communities/documenting-your-project-with-wikis */
export const gollum: Generator = {
  configNames: ['_Sidebar.md'],
  pathSign: /^Home\.md$/,
  isOther: isVault,
  partNames: ['_Sidebar', '_Header', '_Footer'],
  navigationFiles: [sidebar],
  isFolderPage: (path) => nameOf(path) === 'Home.md',
  // Pages are named by their files, but the home page by its heading.
  titleOf(path) {
    const name = nameOf(path)
    if (name === 'Home.md' || isIndex(name)) return undefined
    return stemOf(path).replaceAll('-', ' ')
  },
  read: (text, folder, _base, { exists }) => ({
    addresses: ownAddresses(text, (name) => exists(join(folder, `${name}.md`))),
  }),
}

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
  becomes: '![Our logo](images/logo.png){width=200}',
  mark: '[[',
  words: pageLink,
  replace({ match: [, first = '', second = ''] }, context) {
    if (!image.test(first.trim())) return undefined
    const options = new Map(
      second.split(/\\?\|/).map((option): [string, string] => {
        const [name = '', ...value] = option.split('=')
        return [name.trim(), value.join('=').trim()]
      }),
    )
    const [width, height] = ['width', 'height'].map((name) => {
      return /^(\d{1,5})(?:px)?$/.exec(options.get(name) ?? '')?.[1]
    })
    return makeImage(fileAddress(first.trim(), context), { alt: options.get('alt'), width, height })
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

export const gollumConstructs: readonly PartConstruct[] = [images, links]
