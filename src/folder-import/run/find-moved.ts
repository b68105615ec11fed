/** Recognizes files under another path: by what is in them, by Git's renames, by their titles. @module */
import { digest } from '../content/page-builder.ts'
import { DocumentError } from '../documents/document-error.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import type { PageNode } from '../plan/page-node.ts'
import { findGitRenames } from './git-renames.ts'
import type { Manifest } from './manifest.ts'

/** The files of a plan that may have moved, and where they could come from. */
interface MovedCandidates {
  /** Files that the manifest does not know. */
  readonly added: readonly PageNode[]
  /** Paths of the manifest where no file is any more. */
  readonly gone: readonly string[]
  readonly repository: string
  readonly base: string
  readonly maxBodyBytes: number
  readonly documents: DocumentReader
}

/**
 * Match new files with files that are gone, where that is certain: no two of either could be meant.
 * @param manifest What is known of those that are gone.
 * @returns The former path of each file that was moved.
 */
export async function findMoved(
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

/** Pair what has one sign, where no other has it. */
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
      // What cannot be read is said where it is to be sent.
      if (!(error instanceof DocumentError)) throw error
    }
  }
  return sources
}
