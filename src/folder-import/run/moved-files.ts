/** Recognizes files that were moved, by the titles of those that are gone and those that are new. @module */

import type { PageNode } from '../plan/page-node.ts'
import type { Manifest } from './manifest.ts'
import type { OtherPage } from './other-pages.ts'

/**
 * Match new files with files that are gone.
 * @param nodes All pages of the plan.
 * @param others Pages of files that are there, but not part of the plan.
 * @param manifest What was imported before.
 * @returns The former path of each file that was moved for certain: no two share its title.
 */
export function movedFiles(
  nodes: readonly PageNode[],
  others: readonly OtherPage[],
  manifest: Manifest,
): ReadonlyMap<PageNode, string> {
  const present = new Set([...nodes, ...others.map(({ node }) => node)].map(({ path }) => path))
  const gone = byTitle(
    manifest.paths().filter((path) => !present.has(path)),
    (path) => manifest.find(path)?.title ?? '',
  )
  const added = byTitle(
    nodes.filter(({ path }) => manifest.find(path) === undefined),
    ({ title }) => title,
  )
  const moved = new Map<PageNode, string>()
  for (const [title, [node, ...others]] of added) {
    const [path, ...rest] = gone.get(title) ?? []
    if (node === undefined || path === undefined || others.length + rest.length > 0) continue
    moved.set(node, path)
  }
  return moved
}

function byTitle<Item>(
  items: readonly Item[],
  titleOf: (item: Item) => string,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const title = titleOf(item).normalize('NFC')
    const group = groups.get(title)
    if (group === undefined) groups.set(title, [item])
    else group.push(item)
  }
  return groups
}
