/** Where in the file system an address may lead, by everything that a site may mean with it. @module */
import { join, relative, sep } from 'node:path'
import type { FileIndex } from '../files/file-index.ts'
import { folderOf, indexNames, isWithin, nameOf, pathFrom } from '../files/tree-paths.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { Sites } from '../site/find-sites.ts'
import { type RelativeTo, redirected, type Site } from '../site/site.ts'
import { isOnWeb } from './resolution.ts'

/** The tree that addresses are written in. */
interface AddressTree {
  readonly base: string
  readonly repository: string
  readonly sites: Pick<Sites, 'of'>
}

/** The tree, and the site of the file that an address is written in. */
interface AddressPlace extends AddressTree {
  readonly site: Site
}

/**
 * List what an address may name.
 * @param path The file that it is written in, from the base.
 * @param written The address, without `#` and percent signs.
 * @returns Absolute paths, the likeliest first; none for addresses of other sites.
 */
export function addressCandidates(tree: AddressTree, path: string, written: string): string[] {
  const place = { ...tree, site: tree.sites.of(path) }
  const rooted = rootedPaths(place.site, written)
  const alias = place.site.aliases.find(({ prefix }) => written.startsWith(prefix))
  if (alias !== undefined) return [join(alias.folder, written.slice(alias.prefix.length))]
  const found = rooted === undefined ? besides(place, path, written) : atRoots(place, rooted)
  const [, rest] = valued.exec(written) ?? []
  const behind = rest === undefined || isOnWeb(written) ? [] : atRoots(place, [rest])
  return [...new Set([...found, ...movedPaths(place.site, found), ...behind])]
}

/** A part of an address that is a value which only the site knows, such as `/docs/{{version}}/setup`: the rest counts. */
const valued = /(?:^|\/)(?:\{\{[^{}/]{1,100}\}\}|\{[\w.-]{1,100}\}|<[\w.-]{1,100}>)\/(.+)$/

/** Where what the site had at these paths is now. */
function movedPaths({ redirects, rootFolders: [root] }: Site, paths: readonly string[]): string[] {
  if (root === undefined || redirects.length === 0) return []
  return paths.flatMap((path) => {
    const address = isWithin(path, root) ? relative(root, path).split(sep).join('/') : undefined
    const to = address && redirected(address, redirects)
    return to === undefined || to === '' ? [] : [join(root, to)]
  })
}

/**
 * Find the file that a name alone means where links are written so, whatever its folder.
 * @param path The file that the name is written in.
 * @returns Its absolute path, if there is one.
 */
export function anywhere(
  { base, sites, files }: AddressTree & { readonly files: FileIndex },
  path: string,
  written: string,
): string[] {
  if (!sites.of(path).linksByName || isOnWeb(written)) return []
  const found = files.find(written, folderOf(path))
  return found === undefined ? [] : [join(base, found)]
}

/**
 * Tell whether an address leads into the repository: what lies outside is unknown, there or not.
 * @param candidates What it may name, the likeliest first.
 */
export function isOfRepository(
  { repository }: Pick<AddressTree, 'repository'>,
  [likeliest]: readonly string[],
): boolean {
  return likeliest === undefined || isWithin(likeliest, repository)
}

/** What stands for the root at the start of an address: of DocFX, and of Docusaurus. */
const rootSigns = /^(?:~|@site)?\/+/

/** @returns Paths from the site's root; `undefined` for a relative address. */
function rootedPaths({ addresses }: Site, written: string): string[] | undefined {
  const isWeb = isOnWeb(written)
  if (!isWeb && !rootSigns.test(written)) return undefined
  const below = addresses
    .filter((address) => `${written}/`.startsWith(address))
    .map((address) => written.slice(address.length))
  return isWeb ? below : [...below, written.replace(rootSigns, '')]
}

function atRoots({ base, repository, site }: AddressPlace, rooted: readonly string[]): string[] {
  const at = (paths: readonly string[], folders: readonly string[]): string[] =>
    paths.flatMap((path) => folders.map((folder) => join(folder, path)))
  // A site has its tree at an address of its own, which often says what its folders are called.
  const shortened = rooted.flatMap((path) => withoutFoldersAbove(path, base))
  const assets = ['public', 'static'].map((name) => join(repository, name))
  return [
    ...at(rooted, [...site.rootFolders, repository, ...assets]),
    ...at(shortened, site.rootFolders),
  ]
}

/** Not more: what lies higher is where somebody keeps the files, and says nothing of the site. */
const namedFolders = 3

function withoutFoldersAbove(path: string, base: string): string[] {
  const above = base
    .split(sep)
    .slice(-namedFolders)
    .map((name) => name.toLowerCase())
  const parts = path.split('/')
  const known = parts.findIndex((part) => !above.includes(part.toLowerCase()))
  const count = known === -1 ? parts.length : known
  return Array.from({ length: count }, (_, index) => parts.slice(index + 1).join('/'))
}

/** A file is named from a file, whatever the site makes of its address. */
const fileEnding = /\.(?:md|mdx|markdown|mdown|mkd|qmd)$/i

function besides({ base, site }: AddressPlace, path: string, written: string): string[] {
  const starts: readonly RelativeTo[] = fileEnding.test(written)
    ? ['file', ...site.relativeTo]
    : site.relativeTo
  return starts.flatMap((start) => {
    const folder = start === 'file' ? folderOf(path) : pageFolder(path)
    const file = join(base, folder, written)
    const root = site.rootFolders.find((one) => isWithin(file, one))
    if (root === undefined) return [file]
    // All that stands in one of the roots has its address in the same tree.
    return [file, ...site.rootFolders.map((other) => join(other, relative(root, file)))]
  })
}

/** The address of a page, as a folder from the base. */
function pageFolder(path: string): string {
  const name = nameOf(path)
  const isIndex = name === '' || /^_index\./i.test(name) || indexNames.some((one) => one.test(name))
  return isIndex ? folderOf(path) : path.replace(/\.\w+$/, '')
}

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
