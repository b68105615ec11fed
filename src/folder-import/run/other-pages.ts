/**
 * Pages of files that are there, but not part of this import: links lead to them, lists name them,
 * and no other file may take them.
 * @module
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isWithin } from '../files/is-within.ts'
import { folderOf, indexNames } from '../files/tree-paths.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import type { Manifest, ManifestEntry } from './manifest.ts'

export interface OtherPage {
  readonly node: PageNode
  readonly entry: ManifestEntry
}

/**
 * Find the pages.
 * @param plan The import.
 * @param manifest What was imported before.
 */
export function otherPages(plan: FolderPlan, manifest: Manifest): OtherPage[] {
  const present = new Set(plan.tree.nodes.map(({ path }) => path))
  return manifest.paths().flatMap((path) => {
    const entry = manifest.find(path)
    if (entry === undefined || present.has(path) || !isElsewhere(plan, path)) return []
    const file = path.endsWith('/') ? undefined : join(plan.base, path)
    const { title } = entry
    const none = { parent: undefined, parentId: undefined, problem: undefined }
    return [{ entry, node: { path, file, title, children: [], ...none } }]
  })
}

/**
 * Add the pages to those that links can name.
 * @param byPath The pages of the import.
 * @param others The others.
 */
export function withOthers(
  byPath: ReadonlyMap<string, PageNode>,
  others: readonly OtherPage[],
): ReadonlyMap<string, PageNode> {
  const all = new Map(byPath)
  for (const { node } of others) {
    const path = node.path.normalize('NFC')
    const isIndex = indexNames.some((name) => name.test(path.slice(path.lastIndexOf('/') + 1)))
    const names = [path, path.replace(/\/$/, ''), ...(isIndex ? [folderOf(path)] : [])]
    for (const name of names) if (!all.has(name)) all.set(name, node)
  }
  return all
}

/** Neither looked for where it was, nor gone. */
function isElsewhere({ base, folders, unreadable }: FolderPlan, path: string): boolean {
  // What could not be looked into may well be there.
  if (unreadable.some((folder) => folder === '' || path.startsWith(`${folder}/`))) return true
  const file = join(base, path)
  const isCovered = folders.some((folder) => isWithin(file.replace(/[\\/]$/, ''), folder))
  return !isCovered && existsSync(file)
}
