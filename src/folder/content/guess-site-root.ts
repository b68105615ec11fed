/**
 * Guesses a site's address prefix and root folder, so that most links with a leading slash lead to
 * files once the prefix is removed or the folder is added.
 * @module
 */
import { join } from 'node:path'
import { folderOf } from '../files/tree-paths.ts'
import type { Sites } from '../site/find-sites.ts'
import type { Site } from '../site/site.ts'
import { addressCandidates, pageFinder } from './address-candidates.ts'
import type { AddressTree } from './link-rules.ts'
import { splitAddress } from './resolution.ts'

export interface GuessedRoot {
  /** The address prefix, such as `/docs/4.x/`; `/` for none. */
  readonly prefix: string
  /** Path of the folder from the base; empty for the base itself. */
  readonly folder: string
}

/** Limits of the links to check, and of the folders to try for each. */
const maxLinks = 60
const maxFolders = 20
const maxPrefixParts = 4

/**
 * @param links Links with a leading slash, each with the path of a file that has it.
 * @returns Undefined if most links work without a guess, or if no guess makes most of them work.
 */
export function guessSiteRoot(
  tree: AddressTree,
  links: ReadonlyMap<string, string>,
): GuessedRoot | undefined {
  const findPage = pageFinder(tree)
  const paths = [...links].map(([url, path]) => ({ path, address: splitAddress(url).path }))
  const broken = paths.filter(
    ({ path, address }) => findPage(addressCandidates(tree, path, address)) === undefined,
  )
  if (broken.length * 2 <= paths.length) return undefined
  const step = Math.max(1, broken.length / maxLinks)
  const sample = broken.filter((_, index) => index % step < 1).map(({ address }) => address)
  const folders = foldersOf(tree)
  const guesses = new Map<string, GuessedRoot & { count: number }>()
  for (const address of sample) {
    const parts = address.split('/').filter((part) => part !== '')
    for (let cut = 0; cut <= Math.min(maxPrefixParts, parts.length - 1); cut += 1) {
      const prefix = ['', ...parts.slice(0, cut), ''].join('/')
      const rest = parts.slice(cut).join('/')
      for (const folder of folders) {
        if (findPage([join(tree.base, folder, rest)]) === undefined) continue
        const key = JSON.stringify([prefix, folder])
        const guess = guesses.get(key) ?? { prefix, folder, count: 0 }
        guess.count += 1
        guesses.set(key, guess)
      }
    }
  }
  const [best] = [...guesses.values()].sort(
    (a, b) => b.count - a.count || a.prefix.length - b.prefix.length,
  )
  return best !== undefined && best.count * 2 > sample.length ? best : undefined
}

/** Folders that hold pages, those nearest to the top first. */
function foldersOf({ tree }: AddressTree): readonly string[] {
  const folders = new Set([''])
  for (const { file, path } of tree.byPath.values()) {
    if (file === undefined) continue
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) folders.add(folder)
  }
  const depth = (folder: string): number => folder.split('/').length
  return [...folders].sort((a, b) => depth(a) - depth(b)).slice(0, maxFolders)
}

export function withSiteRoot(sites: Sites, base: string, { prefix, folder }: GuessedRoot): Sites {
  const extendedSites = new Map<Site, Site>()
  const extend = (site: Site): Site => {
    const extendedSite = extendedSites.get(site) ?? {
      ...site,
      addresses: prefix === '/' ? site.addresses : [...site.addresses, prefix],
      rootFolders: [...new Set([...site.rootFolders, join(base, folder)])],
    }
    extendedSites.set(site, extendedSite)
    return extendedSite
  }
  return { ...sites, of: (path) => extend(sites.of(path)) }
}
