/** Where in the file system an address may lead, by everything that a site may mean with it. @module */
import { join, relative, sep } from 'node:path'
import type { FileIndex } from '../files/file-index.ts'
import { folderOf, indexNames, isWithin, nameOf } from '../files/tree-paths.ts'
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
