/** One run under way: what its steps share. @module */

import type { ImportedPage } from '../../http-client/import-page.ts'
import type { Connection } from '../../http-client/send-request.ts'
import { type PageBuilder, pageBuilder } from '../content/page-builder.ts'
import type { PageContent } from '../content/page-content.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import { type KnownPages, knownPages } from './known-pages.ts'
import type { Manifest, ManifestEntry } from './manifest.ts'
import { movedFiles } from './moved-files.ts'
import { otherPages, withOthers } from './other-pages.ts'
import type { RunOutput } from './run-output.ts'
import { type StopSign, stopSign } from './stop-sign.ts'

export interface FolderSettings {
  readonly connection: Connection
  readonly hostToken: string | undefined
  readonly spaceId: string
  readonly parentId: string
  readonly overwrite: boolean
  readonly dryRun: boolean
  readonly concurrency: number
  readonly exclude: readonly string[]
  readonly removeTitleHeading: boolean
  readonly resend: boolean
  readonly maxBodyBytes: number
  readonly maxMarkdownBytes: number
}

export interface FolderRun {
  readonly manifest: Manifest
  readonly settings: FolderSettings
  readonly output: RunOutput
  readonly pages: PageBuilder
  readonly known: KnownPages
  readonly stop: StopSign
  /** The former paths of files that were moved. */
  readonly moved: ReadonlyMap<PageNode, string>
}

/** A page whose place is known. */
export interface Placed {
  readonly node: PageNode
  readonly parentId: string
  /** What the manifest has of its file, under this path or a former one. */
  readonly before: { readonly path: string; readonly entry: ManifestEntry } | undefined
  /** The manifest knows it under this parent with this title. */
  readonly isSame: boolean
}

/** A page for the second pass. */
export interface Waiting extends Placed {
  /** Set when it was sent in the first pass, without all of its links. */
  readonly sent?: Sent
}

export interface Sent {
  readonly imported: ImportedPage
  readonly hash: string
  readonly lineInFile: PageContent['lineInFile']
}

/**
 * Start a run.
 * @param plan What to send.
 * @param manifest What was sent before.
 * @param settings Where to and how.
 * @param output Hears of every page.
 */
export function startRun(
  plan: FolderPlan,
  manifest: Manifest,
  settings: FolderSettings,
  output: RunOutput,
): FolderRun {
  const known = knownPages()
  const others = otherPages(plan, manifest)
  for (const { node, entry } of others) known.set(node, { id: entry.pageId, url: entry.url })
  const tree = { ...plan.tree, byPath: withOthers(plan.tree.byPath, others) }
  const othersBelow = (node: PageNode): PageNode[] => {
    const id = known.find(node)?.id
    return others.filter(({ entry }) => entry.parentId === id).map((other) => other.node)
  }
  return {
    manifest,
    settings,
    output,
    known,
    pages: pageBuilder({ ...plan, tree }, known.urlOf, settings, othersBelow),
    stop: stopSign(),
    moved: movedFiles(plan.tree.nodes, others, manifest),
  }
}
