/** Compares the files of a run with what was imported before. @module */
import { join } from 'node:path'
import { isWithin } from '../files/is-within.ts'
import { folderOf, indexNames, nameOf } from '../files/tree-paths.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import { findMoved } from './find-moved.ts'
import type { Manifest } from './manifest.ts'
import type { ManifestEntry } from './manifest-entry.ts'

/** The plan beside the manifest. */
interface ManifestComparison {
  /**
   * Pages of files that are there, but not part of this import: links lead to them, lists name them,
   * and no other file may take them.
   */
  readonly others: readonly OtherPage[]
  /** The former path of each file that was moved for certain. */
  readonly moved: ReadonlyMap<PageNode, string>
  /** What stands at each path, the other pages included. */
  readonly byPath: ReadonlyMap<string, PageNode>
}

interface OtherPage {
  readonly node: PageNode
  readonly entry: ManifestEntry
}

/** Compare a plan with the manifest. */
export async function compareWithManifest(
  plan: FolderPlan,
  manifest: Manifest,
  { maxBodyBytes }: { readonly maxBodyBytes: number },
): Promise<ManifestComparison> {
  const others = findOthers(plan, manifest)
  const { nodes, byPath } = plan.tree
  const present = new Set([...nodes, ...others.map(({ node }) => node)].map(({ path }) => path))
  const { base, repository, documents } = plan
  const added = nodes.filter(({ path }) => manifest.find(path) === undefined)
  const gone = manifest.paths().filter((path) => !present.has(path))
  return {
    others,
    moved: await findMoved({ added, gone, base, repository, maxBodyBytes, documents }, manifest),
    byPath: withOthers(byPath, others),
  }
}

function findOthers(plan: FolderPlan, manifest: Manifest): OtherPage[] {
  const present = new Set(plan.tree.nodes.map(({ path }) => path))
  return manifest.paths().flatMap((path) => {
    const entry = manifest.find(path)
    if (entry === undefined || present.has(path) || !isElsewhere(plan, path)) return []
    const file = path.endsWith('/') ? undefined : join(plan.base, path)
    const { title } = entry
    const none = { parent: undefined, parentId: undefined, position: undefined, lists: undefined }
    return [{ entry, node: { path, file, title, children: [], problem: undefined, ...none } }]
  })
}

/** Neither looked for where it was, nor gone. */
function isElsewhere({ base, folders, unreadable, fileSystem }: FolderPlan, path: string): boolean {
  // What could not be looked into may well be there.
  if (unreadable.some((folder) => folder === '' || path.startsWith(`${folder}/`))) return true
  const file = join(base, path)
  const isCovered = folders.some((folder) => isWithin(file.replace(/[\\/]$/, ''), folder))
  return !isCovered && fileSystem.exists(file)
}

/** Add the other pages to those that links can name. */
function withOthers(
  byPath: ReadonlyMap<string, PageNode>,
  others: readonly OtherPage[],
): ReadonlyMap<string, PageNode> {
  const all = new Map(byPath)
  for (const { node } of others) {
    const path = node.path.normalize('NFC')
    const isIndex = indexNames.some((name) => name.test(nameOf(path)))
    const names = [path, path.replace(/\/$/, ''), ...(isIndex ? [folderOf(path)] : [])]
    for (const name of names) if (!all.has(name)) all.set(name, node)
  }
  return all
}
