/** Compares the files of a run with the last import. @module */
import { join } from 'node:path'
import { digest } from '../content/page-builder.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import { DocumentError } from '../files/read-failure.ts'
import { folderOf, indexNames, isWithin, nameOf } from '../files/tree-paths.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import { findGitRenames } from './git-renames.ts'
import type { Manifest } from './manifest.ts'
import type { ManifestEntry } from './manifest-entry.ts'

interface ManifestComparison {
  /**
   * Pages of existing files that are not part of this import: they may be linked and listed, but
   * not taken by other files.
   */
  readonly others: readonly OtherPage[]
  /** Former paths of files that certainly moved. */
  readonly moved: ReadonlyMap<PageNode, string>
  /** All pages by path, including the others. */
  readonly byPath: ReadonlyMap<string, PageNode>
}

interface OtherPage {
  readonly node: PageNode
  readonly entry: ManifestEntry
}

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

function isElsewhere({ base, folders, unreadable, fileSystem }: FolderPlan, path: string): boolean {
  // An unreadable folder may still hold the file.
  if (unreadable.some((folder) => folder === '' || path.startsWith(`${folder}/`))) return true
  const file = join(base, path)
  const isCovered = folders.some((folder) => isWithin(file.replace(/[\\/]$/, ''), folder))
  return !isCovered && fileSystem.exists(file)
}

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

/** Files that may have moved, and their possible former paths. */
interface MovedCandidates {
  /** Files unknown to the manifest. */
  readonly added: readonly PageNode[]
  /** Paths of the manifest without a file. */
  readonly gone: readonly string[]
  readonly repository: string
  readonly base: string
  readonly maxBodyBytes: number
  readonly documents: DocumentReader
}

/**
 * Match new files with missing ones where only one pair is possible.
 * @returns The former path of each moved file.
 */
async function findMoved(
  candidates: MovedCandidates,
  manifest: Manifest,
): Promise<ReadonlyMap<PageNode, string>> {
  const moved = new Map<PageNode, string>()
  if (candidates.added.length === 0 || candidates.gone.length === 0) return moved
  const left = { added: new Set(candidates.added), gone: new Set(candidates.gone) }
  const take = (node: PageNode, path: string): void => {
    if (!left.added.delete(node) || !left.gone.delete(path)) return
    moved.set(node, path)
  }
  const sources = await readSources(candidates)
  match(
    left,
    { now: (node) => sources.get(node), before: (path) => manifest.find(path)?.source },
    take,
  )
  const commit = manifest.commit()
  if (commit !== undefined && left.gone.size > 0) {
    const renames = await findGitRenames(candidates.repository, candidates.base, commit)
    for (const node of [...left.added]) {
      const before = renames.get(node.path)
      if (before !== undefined && left.gone.has(before)) take(node, before)
    }
  }
  const titleOf = (path: string): string | undefined => manifest.find(path)?.title.normalize('NFC')
  match(left, { now: ({ title }) => title.normalize('NFC'), before: titleOf }, take)
  return moved
}

/** Pair items that share a sign which no other item has. */
function match(
  { added, gone }: { readonly added: Iterable<PageNode>; readonly gone: Iterable<string> },
  signs: {
    now(node: PageNode): string | undefined
    before(path: string): string | undefined
  },
  take: (node: PageNode, path: string) => void,
): void {
  const paths = bySign(gone, signs.before)
  for (const [sign, [node, ...others]] of bySign(added, signs.now)) {
    const [path, ...rest] = paths.get(sign) ?? []
    if (node === undefined || path === undefined || others.length + rest.length > 0) continue
    take(node, path)
  }
}

function bySign<Item>(
  items: Iterable<Item>,
  signOf: (item: Item) => string | undefined,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const sign = signOf(item)
    if (sign === undefined) continue
    const group = groups.get(sign)
    if (group === undefined) groups.set(sign, [item])
    else group.push(item)
  }
  return groups
}

async function readSources({
  added,
  documents,
  maxBodyBytes,
}: MovedCandidates): Promise<ReadonlyMap<PageNode, string>> {
  const sources = new Map<PageNode, string>()
  for (const node of added) {
    if (node.file === undefined || node.problem !== undefined) continue
    try {
      sources.set(node, digest(await documents.load(node.file, maxBodyBytes)))
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
    }
  }
  return sources
}
