/** Lists the files that an address may mean, by all conventions of its site. @module */
import { join, relative, sep } from 'node:path'
import type { FileIndex } from '../files/file-index.ts'
import { folderOf, indexNames, isWithin, nameOf, pathFrom } from '../files/tree-paths.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { Sites } from '../site/find-sites.ts'
import { type RelativeTo, redirected, type Site } from '../site/site.ts'
import { isOnWeb } from './resolution.ts'

export interface AddressTree {
  readonly base: string
  readonly repository: string
  readonly sites: Pick<Sites, 'of'>
  readonly files: FileIndex
  /** Absolute paths of the files that symlinks lead to, by the links' paths. */
  readonly linkTargets: ReadonlyMap<string, string>
}

interface AddressPlace extends AddressTree {
  readonly site: Site
}

/**
 * @param path Path of the file with the address, from the base.
 * @param address Without fragment and percent signs.
 * @returns Absolute paths, the likeliest first; none for addresses of other sites.
 */
export function addressCandidates(tree: AddressTree, path: string, address: string): string[] {
  const place = { ...tree, site: tree.sites.of(path) }
  const namedFiles = filesByName(place, path, address)
  const alias = place.site.aliases.find(({ prefix }) => address.startsWith(prefix))
  if (alias !== undefined)
    return [join(alias.folder, address.slice(alias.prefix.length)), ...namedFiles]
  const rootPaths = rootedPaths(place.site, address)
  const candidates =
    rootPaths === undefined
      ? [...relativeCandidates(place, path, address), ...targetCandidates(tree, path, address)]
      : rootCandidates(place, rootPaths)
  const [, rest] = templateAddress.exec(address) ?? []
  const restCandidates = rest === undefined || isOnWeb(address) ? [] : rootCandidates(place, [rest])
  const allCandidates = [
    ...candidates,
    ...localizedPaths(path, candidates),
    ...redirectedPaths(place.site, candidates),
    ...place.site.mounts.flatMap(({ source, target }) => moved(candidates, target, source)),
    ...restCandidates,
    ...namedFiles,
  ]
  return [...new Set(allCandidates)]
}

/**
 * Files of one language, such as `setup.ja.md`, link to each other without naming it:
 * https://ultrabug.github.io/mkdocs-static-i18n/getting-started/quick-start/
 */
function localizedPaths(path: string, candidates: readonly string[]): string[] {
  const [, language] = /\.([a-z]{2}(?:[-_][A-Za-z]{2,4})?)\.\w+$/.exec(path) ?? []
  if (language === undefined) return []
  return candidates.map((candidate) =>
    fileEnding.test(candidate)
      ? candidate.replace(/\.\w+$/, `.${language}$&`)
      : `${candidate.replace(/\/$/, '')}.${language}.md`,
  )
}

/** An address such as `/docs/{{version}}/setup`: the site fills in the part, and the rest is looked up. */
const templateAddress = /(?:^|\/)(?:\{\{[^{}/]{1,100}\}\}|\{[\w.-]{1,100}\}|<[\w.-]{1,100}>)\/(.+)$/

function redirectedPaths(
  { redirects, rootFolders: [root] }: Site,
  paths: readonly string[],
): string[] {
  if (root === undefined || redirects.length === 0) return []
  return paths.flatMap((path) => {
    const address = isWithin(path, root) ? relative(root, path).split(sep).join('/') : undefined
    const to = address && redirected(address, redirects)
    return to === undefined || to === '' ? [] : [join(root, to)]
  })
}

/** Move paths from one file or folder to another; addresses of files have no endings. */
function moved(paths: readonly string[], from: string, to: string): string[] {
  const address = from.replace(fileEnding, '')
  const isFile = address !== from
  // There may be many paths and mounts.
  const inside = from + sep
  return paths.flatMap((path) => {
    if (path === from || path.startsWith(inside)) return [to + path.slice(from.length)]
    return isFile && path.replace(/\/$/, '').toLowerCase() === address.toLowerCase() ? [to] : []
  })
}

/** Find a file by its name alone, where the site links that way. */
function filesByName({ base, site, files }: AddressPlace, path: string, name: string): string[] {
  if (!site.linksByName || isOnWeb(name)) return []
  const file = files.find(name, folderOf(path))
  return file === undefined ? [] : [join(base, file)]
}

/** @param candidates What the address may name, the likeliest first. */
export function isOfRepository(
  { repository }: Pick<AddressTree, 'repository'>,
  [likeliest]: readonly string[],
): boolean {
  return likeliest === undefined || isWithin(likeliest, repository)
}

/**
 * Prefixes for the site's root, with a slash behind them: in DocFX, Docusaurus and VitePress.
 * https://dotnet.github.io/docfx/docs/links-and-cross-references.html,
 * https://docusaurus.io/docs/markdown-features/links
 */
const rootPrefixes = /^(?:~|@site|@docs)?\/+/

function rootedPaths({ addresses }: Site, url: string): string[] | undefined {
  const isWeb = isOnWeb(url)
  if (!isWeb && !rootPrefixes.test(url)) return undefined
  const relativePaths = addresses
    .filter((address) => `${url}/`.startsWith(address))
    .map((address) => url.slice(address.length))
  return isWeb ? relativePaths : [...relativePaths, url.replace(rootPrefixes, '')]
}

function rootCandidates(
  { base, repository, site }: AddressPlace,
  rootPaths: readonly string[],
): string[] {
  const joinAll = (paths: readonly string[], folders: readonly string[]): string[] =>
    paths.flatMap((path) => folders.map((folder) => join(folder, path)))
  // A site's own base path often repeats the names of its folders.
  const shortPaths = rootPaths.flatMap((path) => withoutFoldersAbove(path, base))
  // Many sites of docs are served below this address: https://mintlify.com/docs/deploy/docs-subpath
  const belowDocs = rootPaths.flatMap((path) => /^docs\/(.+)$/.exec(path)?.[1] ?? [])
  const assets = ['public', 'static'].map((name) => join(repository, name))
  return [
    ...joinAll(rootPaths, [...site.rootFolders, repository, ...assets]),
    ...joinAll(shortPaths, site.rootFolders),
    ...joinAll(belowDocs, site.rootFolders),
  ]
}

/** Folders higher up are the machine's own and say nothing about the site. */
const namedFolders = 3

function withoutFoldersAbove(path: string, base: string): string[] {
  const folderNames = base
    .split(sep)
    .slice(-namedFolders)
    .map((name) => name.toLowerCase())
  const parts = path.split('/')
  const firstOther = parts.findIndex((part) => !folderNames.includes(part.toLowerCase()))
  const count = firstOther === -1 ? parts.length : firstOther
  return Array.from({ length: count }, (_, index) => parts.slice(index + 1).join('/'))
}

const fileEnding = /\.(?:md|mdx|markdown|mdown|mkd|qmd)$/i

function relativeCandidates({ base, site }: AddressPlace, path: string, address: string): string[] {
  const starts: readonly RelativeTo[] = fileEnding.test(address)
    ? ['file', ...site.relativeTo]
    : site.relativeTo
  const servedPaths = site.mounts.flatMap(({ source, target }) =>
    moved([join(base, path)], source, target).map((file) => pathFrom(base, file)),
  )
  const places = [path, ...servedPaths].flatMap((place) =>
    starts.map((start) => ({ place, start })),
  )
  return places.flatMap(({ place, start }) => {
    if (start === 'root') {
      const isFile = fileEnding.test(address)
      return isFile ? site.rootFolders.map((root) => join(root, address)) : []
    }
    const folder = start === 'file' ? folderOf(place) : pageFolder(place)
    const file = join(base, folder, address)
    const root = site.rootFolders.find((folder) => isWithin(file, folder))
    if (root === undefined) return [file]
    // A site serves all its root folders below the same address.
    return [file, ...site.rootFolders.map((folder) => join(folder, relative(root, file)))]
  })
}

/** Forges read the links of a symlinked file from the folder of its target. */
function targetCandidates({ linkTargets }: AddressTree, path: string, address: string): string[] {
  const target = linkTargets.get(path)
  return target === undefined ? [] : [join(target, '..', address)]
}

function pageFolder(path: string): string {
  const name = nameOf(path)
  const isIndex =
    name === '' || /^_index\./i.test(name) || indexNames.some((pattern) => pattern.test(name))
  return isIndex ? folderOf(path) : path.replace(/\.\w+$/, '')
}

export interface AddressedPages {
  readonly base: string
  readonly sites: Pick<Sites, 'of'>
  readonly tree: { readonly byPath: ReadonlyMap<string, PageNode> }
}

type FindPage = (candidates: readonly string[]) => PageNode | undefined

export function pageFinder(pages: AddressedPages): FindPage {
  const schemes = addressSchemes(pages)
  return (candidates) => {
    const paths = candidates.map((candidate) => pathFrom(pages.base, candidate))
    for (const { change, byAddress } of schemes) {
      for (const path of paths) {
        const node = findAmong(variants(change(path)), byAddress())
        if (node !== undefined) return node
      }
    }
    return undefined
  }
}

interface AddressScheme {
  change(path: string): string
  byAddress(): ReadonlyMap<string, PageNode | 'several'>
}

/** The most faithful rule first. */
function addressSchemes(pages: AddressedPages): AddressScheme[] {
  const scheme = (
    change: AddressScheme['change'],
    entries: () => Iterable<readonly [string, PageNode]> = () => pages.tree.byPath,
  ): AddressScheme => {
    let cache: ReturnType<AddressScheme['byAddress']> | undefined
    return { change, byAddress: () => (cache ??= collect(entries(), change)) }
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
    const earlierNode = byAddress.get(address)
    byAddress.set(address, earlierNode === undefined || earlierNode === node ? node : 'several')
  }
  return byAddress
}

function declaredPaths({ base, sites, tree }: AddressedPages): [string, PageNode][] {
  return [...new Set(tree.byPath.values())].flatMap((node) => {
    const { path, addresses = [] } = node
    const [root = base] = sites.of(path).rootFolders
    return addresses.map((address): [string, PageNode] => {
      const file = address.startsWith('/') ? join(root, address) : join(base, path, '..', address)
      return [pathFrom(base, file).replace(/\.html?$/, ''), node]
    })
  })
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase().replaceAll(' ', '-')
}

/** Numbers that only order files are left out of addresses; versions and dates stay. */
const orderNumber = /^\d{1,9}[ ]?[-_.]{1,3}[ ]?(?=[^-_. \d])/

function withoutNumbers(path: string): string {
  return folded(path)
    .split('/')
    .map((part) => part.replace(orderNumber, ''))
    .join('/')
}

function withoutNumberedFolders(path: string): string {
  const parts = folded(path).split('/')
  const name = parts.pop() ?? ''
  const folders = parts.filter((part) => !orderNumber.test(part))
  return [...folders, name.replace(orderNumber, '')].join('/')
}

/** Next, Fumadocs and SvelteKit leave folders in parentheses out of addresses. */
function withoutGroups(path: string): string {
  const parts = folded(path).split('/')
  return parts.filter((part) => !/^\([^()]+\)$/.test(part)).join('/')
}

const date = /(?:_posts\/)?(?:\d{4}\/)?\d{4}([-/])\d{2}\1\d{2}[-/](?=[^/]+(?:\/index\.\w+)?$)/

/** Sites turn `2024-01-31-news.md` into `news`, or into `2024/01/31/news` for dated folders. */
function withoutDates(path: string): string {
  return folded(path).replace(date, '')
}

const fileEndings = ['.md', '.mdx', '.markdown', '.mdown', '.mkd', '.qmd']
const folderFiles = ['index.md', 'readme.md', 'README.md', '_index.md']

/** The path with the endings and index names that sites leave out or replace. */
export function variants(path: string): string[] {
  const bare = path.replace(/(?:^|\/)(?:index|readme|_index)(?:\.html?)?$|\.html?$/i, '')
  return [
    path,
    bare,
    ...fileEndings.map((ending) => bare + ending),
    // The link may be older than the change to MDX.
    ...(path.endsWith('.md') ? [`${path}x`] : []),
    // Middleman names files after the address that they get: `b.html.md`.
    ...(path.endsWith('.html') ? fileEndings.map((ending) => path + ending) : []),
    ...folderFiles.map((name) => (bare === '' ? name : `${bare}/${name}`)),
  ]
}

/** Find a page; one with a text comes before a folder's list. */
function findAmong(
  addresses: readonly string[],
  byAddress: ReadonlyMap<string, PageNode | 'several'>,
): PageNode | undefined {
  let list: PageNode | undefined
  for (const address of addresses) {
    const node = byAddress.get(address)
    if (node === 'several') return undefined
    if (node?.file !== undefined) return node
    list ??= node
  }
  return list
}
