/** Finds the page that a path means: as it is written, or as sites change the names of files. @module */
import { join } from 'node:path'
import { pathFrom } from '../files/tree-paths.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { Sites } from '../site/find-sites.ts'

/** The pages of a tree, and what there is to know of their addresses. */
interface AddressedPages {
  readonly base: string
  readonly sites: Pick<Sites, 'of'>
  readonly tree: { readonly byPath: ReadonlyMap<string, PageNode> }
  /** What files say that their addresses are, by path: from the site's root, or beside the file. */
  readonly declared: ReadonlyMap<string, readonly string[]>
}

/**
 * Finds the page of the first path that has one.
 * @param candidates Absolute paths, the likeliest first.
 */
type FindPage = (candidates: readonly string[]) => PageNode | undefined

/** Make the finder. Two pages that a site could give one address are never told apart by guessing. */
export function pageFinder(pages: AddressedPages): FindPage {
  const schemes = addressSchemes(pages)
  return (candidates) => {
    const paths = candidates.map((one) => pathFrom(pages.base, one))
    for (const { change, byAddress } of schemes) {
      for (const path of paths) {
        const found = findAmong(variants(change(path)), byAddress())
        if (found !== undefined) return found
      }
    }
    return undefined
  }
}

/** One way in which sites make addresses of paths. */
interface AddressScheme {
  change(path: string): string
  /** What stands at each address; `several` where it is not known which page is meant. */
  byAddress(): ReadonlyMap<string, PageNode | 'several'>
}

/** The most faithful first. */
function addressSchemes(pages: AddressedPages): AddressScheme[] {
  const scheme = (
    change: AddressScheme['change'],
    entries: () => Iterable<readonly [string, PageNode]> = () => pages.tree.byPath,
  ): AddressScheme => {
    let made: ReturnType<AddressScheme['byAddress']> | undefined
    // Most trees need few of them, and each names every page.
    return { change, byAddress: () => (made ??= collect(entries(), change)) }
  }
  return [
    scheme((path) => path.normalize('NFC')),
    scheme(withoutNumbers, () => declaredPaths(pages)),
    scheme(folded),
    scheme(withoutNumbers),
    scheme(withoutNumberedFolders),
    scheme(withoutGroups),
    scheme(withoutDates),
  ]
}

function collect(
  entries: Iterable<readonly [string, PageNode]>,
  change: AddressScheme['change'],
): ReadonlyMap<string, PageNode | 'several'> {
  const byAddress = new Map<string, PageNode | 'several'>()
  for (const [path, node] of entries) {
    const address = change(path)
    const other = byAddress.get(address)
    byAddress.set(address, other === undefined || other === node ? node : 'several')
  }
  return byAddress
}

function declaredPaths({ base, sites, tree, declared }: AddressedPages): [string, PageNode][] {
  return [...declared].flatMap(([path, addresses]) => {
    const node = tree.byPath.get(path.normalize('NFC'))
    if (node === undefined) return []
    const [root = base] = sites.of(path).rootFolders
    return addresses.map((address): [string, PageNode] => {
      const file = address.startsWith('/') ? join(root, address) : join(base, path, '..', address)
      return [pathFrom(base, file).replace(/\.html?$/, ''), node]
    })
  })
}

/** As addresses are made of names: without case and spaces. */
function folded(path: string): string {
  return path.normalize('NFC').toLowerCase().replaceAll(' ', '-')
}

/** What only orders files is no part of their addresses; a version or a date is. */
const orderNumber = /^\d{1,9}[ ]?[-_.]{1,3}[ ]?(?=[^-_. \d])/

function withoutNumbers(path: string): string {
  return folded(path)
    .split('/')
    .map((part) => part.replace(orderNumber, ''))
    .join('/')
}

/** Sites whose folders only order pages have all of these at one address. */
function withoutNumberedFolders(path: string): string {
  const parts = folded(path).split('/')
  const name = parts.pop() ?? ''
  const kept = parts.filter((part) => !orderNumber.test(part))
  return [...kept, name.replace(orderNumber, '')].join('/')
}

/** Folders in parentheses are in no address of Next's, Fumadocs' or SvelteKit's sites. */
function withoutGroups(path: string): string {
  const parts = folded(path).split('/')
  return parts.filter((part) => !/^\([^()]+\)$/.test(part)).join('/')
}

const date = /(?:_posts\/)?(?:\d{4}\/)?\d{4}([-/])\d{2}\1\d{2}[-/](?=[^/]+(?:\/index\.\w+)?$)/

/** Of `2024-01-31-news.md` sites make `news` or `2024/01/31/news`, where the date stands for its order. */
function withoutDates(path: string): string {
  return folded(path).replace(date, '')
}

const fileEndings = ['.md', '.mdx', '.markdown', '.mdown', '.mkd', '.qmd']
const folderFiles = ['index.md', 'readme.md', 'README.md', '_index.md']

/** With what sites leave out of addresses, or put in place of the ending. */
function variants(path: string): string[] {
  const bare = path.replace(/(?:^|\/)(?:index|readme|_index)(?:\.html?)?$|\.html?$/i, '')
  return [
    path,
    bare,
    ...fileEndings.map((ending) => bare + ending),
    // Written before the file was made one of MDX.
    ...(path.endsWith('.md') ? [`${path}x`] : []),
    ...folderFiles.map((name) => (bare === '' ? name : `${bare}/${name}`)),
  ]
}

/** A page with words of its own comes before the list of a folder. */
function findAmong(
  addresses: readonly string[],
  byAddress: ReadonlyMap<string, PageNode | 'several'>,
): PageNode | undefined {
  let list: PageNode | undefined
  for (const address of addresses) {
    const node = byAddress.get(address)
    if (node === 'several') return undefined
    if (node?.file !== undefined || node?.text !== undefined) return node
    list ??= node
  }
  return list
}
