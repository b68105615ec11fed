/** Applies the link rules: lists the files that an address may mean, and finds its page. @module */
import { join, relative } from 'node:path'
import { folderOf, isWithin, markdownEnding, pathFrom } from '../files/tree-paths.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { Site } from '../site/site.ts'
import { type AddressTree, linkRules, moved } from './link-rules.ts'
import { isOnWeb } from './resolution.ts'

/** A site may have many folders and mounts, and each candidate costs look-ups. */
const maxCandidates = 200

/**
 * @param path Path of the file with the address, from the base.
 * @param address Without fragment and percent signs.
 * @returns Absolute paths, the likeliest first; none for addresses of other sites.
 */
export function addressCandidates(tree: AddressTree, path: string, address: string): string[] {
  const site = tree.sites.of(path)
  const { base, repository } = tree
  const link = { ...tree, site, path, address, rootPaths: rootedPaths(site, address) }
  const rules = linkRules.filter(({ isOf }) => isOf === undefined || isOf(site))
  const isFile = markdownEnding.test(address)
  const roots = [
    ...site.rootFolders,
    ...['', 'public', 'static'].map((name) => join(repository, name)),
  ]
  // With mounts, the site serves the page at other places too, and relative links work from each.
  const places = link.rootPaths === undefined ? [path, ...servedPaths(base, path, site)] : []
  const paths = [
    ...(isFile
      ? places.flatMap((place) => inRootFolders(join(base, folderOf(place), address), site))
      : []),
    ...rules.flatMap((rule) => [
      ...places.flatMap((place) =>
        rule.start ? inRootFolders(join(base, rule.start(place, site), address), site) : [],
      ),
      ...(link.rootPaths ?? [address]).flatMap((rest) =>
        [rule.fromRoot?.(rest, link) ?? []]
          .flat()
          .flatMap((path) => roots.map((root) => join(root, path))),
      ),
      ...[rule.paths?.(link) ?? []].flat(),
    ]),
  ].slice(0, maxCandidates)
  const elsewhere = rules.flatMap(({ elsewhere }) =>
    elsewhere === undefined ? [] : paths.flatMap((path) => elsewhere(path, link) ?? []),
  )
  return [...new Set([...paths, ...elsewhere])].slice(0, maxCandidates)
}

/** A site serves all its root folders below the same address. */
function inRootFolders(path: string, { rootFolders }: Site): string[] {
  const root = rootFolders.find((folder) => isWithin(path, folder))
  if (root === undefined) return [path]
  return [path, ...rootFolders.map((folder) => join(folder, relative(root, path)))]
}

function servedPaths(base: string, path: string, { mounts }: Site): string[] {
  return mounts
    .flatMap(({ source, target }) => moved(join(base, path), source, target))
    .map((file) => pathFrom(base, file))
}

/** @param candidates Files that the address may name, the likeliest first. */
export function isOfRepository(
  { repository }: AddressTree,
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

type PagesByAddress = ReadonlyMap<string, PageNode | 'several'>

/** The part of a path that all its variants share. The repeats are bounded to keep the time linear. */
function stemOf(path: string): string {
  const withoutEndings = path.replace(/(?:\.(?:mdx?|markdown|mdown|mkd|qmd|html?)){1,4}$/i, '')
  return withoutEndings.replace(/(?:(?:^|\/)(?:index|readme|_index)){1,4}$/i, '').replace(/\/$/, '')
}

export function pageFinder(
  tree: AddressTree,
): (candidates: readonly string[]) => PageNode | undefined {
  const schemes = linkRules.flatMap(({ fold, isDeclared }) => {
    if (fold === undefined) return []
    let cache: ReturnType<typeof collect> | undefined
    const knownPages = () =>
      (cache ??= collect(isDeclared ? declaredPaths(tree) : tree.tree.byPath, fold))
    return [{ fold, knownPages }]
  })
  return (candidates) => {
    const paths = candidates.map((candidate) => pathFrom(tree.base, candidate))
    for (const { fold, knownPages } of schemes) {
      const { byAddress, stems } = knownPages()
      for (const path of paths) {
        const address = fold(path)
        // Try the variants only where a page shares the stem: most candidates are no page at all.
        const node = stems.has(stemOf(address))
          ? findAmong(variants(address), byAddress)
          : undefined
        if (node !== undefined) return node
      }
    }
    return undefined
  }
}

function collect(entries: Iterable<readonly [string, PageNode]>, fold: (path: string) => string) {
  const byAddress = new Map<string, PageNode | 'several'>()
  for (const [path, node] of entries) {
    const address = fold(path)
    const earlierNode = byAddress.get(address)
    byAddress.set(address, earlierNode === undefined || earlierNode === node ? node : 'several')
  }
  return { byAddress, stems: new Set(Array.from(byAddress.keys(), stemOf)) }
}

function declaredPaths({ base, sites, tree }: AddressTree): [string, PageNode][] {
  return [...new Set(tree.byPath.values())].flatMap((node) => {
    const { path, addresses = [] } = node
    const [root = base] = sites.of(path).rootFolders
    return addresses.map((address): [string, PageNode] => {
      const file = address.startsWith('/') ? join(root, address) : join(base, path, '..', address)
      return [pathFrom(base, file).replace(/\.html?$/, ''), node]
    })
  })
}

/** The path, also with the endings and index names that sites leave out or replace. */
export function variants(path: string): string[] {
  return [path, ...linkRules.flatMap((rule) => rule.variants?.(path) ?? [])]
}

/** Find a page; pages with a text come before lists of folders. */
function findAmong(addresses: readonly string[], byAddress: PagesByAddress): PageNode | undefined {
  let list: PageNode | undefined
  for (const address of addresses) {
    const node = byAddress.get(address)
    if (node === 'several') return undefined
    if (node?.file !== undefined) return node
    list ??= node
  }
  return list
}
