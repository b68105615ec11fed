/** Proposes which pages that are there belong to which files of a folder. Writes nothing. @module */
import { runBounded } from '../../base/run-bounded.ts'
import { findEndpoint } from '../../http-client/find-endpoint.ts'
import { ImportError } from '../../http-client/import-error.ts'
import type { Patience } from '../../http-client/send-request.ts'
import { type PageBody, type WikiReader, wikiReader } from '../../http-client/wiki-reader.ts'
import { DocumentError } from '../files/read-failure.ts'
import { type FolderSource, sourceSettings } from '../folder-options.ts'
import type { PageNode } from '../plan/page-node.ts'
import { type FolderPlan, planFolder } from '../plan/plan-folder.ts'
import { openManifest } from '../run/manifest.ts'
import type { ManifestTarget } from '../run/manifest-file.ts'
import {
  type Matching,
  matchTexts,
  type PageMatch,
  startMatching,
  type TherePage,
  titleSign,
} from './match-pages.ts'

/** Which files, and where their pages may be. */
export interface AdoptionOptions extends FolderSource, Patience {
  readonly endpoint: string
  /** A token of the wiki's own API, which may read. */
  readonly hostToken: string
  /** As in the import. */
  readonly spaceId: string
  readonly parentId: string
  readonly manifestFile: string
  /** Told how many pages were looked at, and then how many were read. */
  readonly onProgress?: (what: 'found' | 'read', pages: number) => void
}

/** What is proposed; files are paths in the tree. */
export interface Adoption {
  readonly target: ManifestTarget
  /** In the order of the tree. */
  readonly matches: readonly ProposedMatch[]
  /** Files whose title several pages have. */
  readonly unsure: readonly { readonly file: string; readonly pageIds: readonly string[] }[]
  /** Files that would get new pages. */
  readonly newFiles: readonly string[]
  /** Files that have pages already, by the manifest or by their ids. */
  readonly knownFiles: readonly string[]
  /** Pages that are no file's. */
  readonly otherPages: readonly { readonly id: string; readonly title: string }[]
}

export interface ProposedMatch extends Omit<PageMatch, 'node'> {
  readonly file: string
  /** What the page would be titled. */
  readonly title: string
  /** It would stand below another page. */
  readonly isMoved: boolean
}

/** So many pages are read at most, to compare their texts. */
const maxRead = 2_000

/**
 * Propose.
 * @throws {ImportError} When the service cannot be asked, or space or parent are not there.
 * @throws {ManifestError} When the manifest cannot be read.
 * @throws {Error} When a path does not exist, with the system's `code`.
 */
export async function proposeAdoption(options: AdoptionOptions): Promise<Adoption> {
  const endpoint = await findEndpoint(options.endpoint, options)
  const { hostToken, spaceId: space, parentId: parent, onProgress = () => {} } = options
  const target: ManifestTarget = { endpoint, space, parent }
  const plan = await planFolder(options)
  const wiki = wikiReader({ ...options, endpoint, token: hostToken }, hostToken)
  const spaceId = await findPlace(wiki, target)
  const reading = (what: 'found' | 'read'): ReadSpace => ({
    wiki,
    spaceId,
    onProgress: (pages) => onProgress(what, pages),
  })
  const there = await listBelow(reading('found'), parent)
  const known = knownPages(plan, options.manifestFile, target)
  const taken = new Set(known.values())
  const nodes = plan.tree.nodes.filter((node) => !known.has(node) && node.problem === undefined)
  const free = there.filter(({ id }) => !taken.has(id))
  const matching = startMatching(nodes, free, { parentId: parent, known })
  matching.matchNames()
  const pages = matching.pages().slice(0, maxRead)
  if (matching.files().length > 0 && pages.length > 0) {
    const files = await fileTexts(plan, matching.files(), sourceSettings(options).maxBodyBytes)
    matchTexts(matching, { files, pages: await readTexts(reading('read'), pages) })
    matching.matchNames()
  }
  return toAdoption(matching, { target, plan, known })
}

/** @returns The id of the space. */
async function findPlace(wiki: WikiReader, { space, parent }: ManifestTarget): Promise<string> {
  const found = await wiki.findSpace(space)
  if (found === undefined) {
    throw new ImportError('not-found', `There is no space ${JSON.stringify(space)}.`)
  }
  const page = (await wiki.findPages([parent], found.id)).get(parent)
  // Folders have no versions, and nothing lists what is below one.
  if (page?.status === 'current' && page.version !== undefined) return found.id
  throw new ImportError(
    'not-found',
    `There is no page ${parent} in the space ${found.key}. Check --parent: it is a page that is there, and no folder.`,
  )
}

/** What is known already is proposed to nobody. */
function knownPages(
  plan: FolderPlan,
  manifestFile: string,
  target: ManifestTarget,
): ReadonlyMap<PageNode, string> {
  const manifest = openManifest(manifestFile, target, { isReadOnly: true, base: plan.base })
  return new Map(
    plan.tree.nodes.flatMap((node) => {
      const id = node.pageId ?? manifest.find(node.path)?.pageId
      return id === undefined ? [] : [[node, id] as const]
    }),
  )
}

async function fileTexts(
  { documents }: FolderPlan,
  nodes: readonly PageNode[],
  maxBytes: number,
): Promise<ReadonlyMap<PageNode, string>> {
  const texts = new Map<PageNode, string>()
  for (const node of nodes) {
    if (node.file === undefined) continue
    try {
      texts.set(node, await documents.load(node.file, maxBytes))
    } catch (error) {
      // What cannot be read is said where it is to be sent.
      if (!(error instanceof DocumentError)) throw error
    }
  }
  return texts
}

function toAdoption(
  matching: Matching,
  {
    target,
    plan,
    known,
  }: { target: ManifestTarget; plan: FolderPlan; known: ReadonlyMap<PageNode, string> },
): Adoption {
  const byNode = new Map(matching.matches.map((match) => [match.node, match]))
  const idOf = (node: PageNode): string | undefined => byNode.get(node)?.page.id ?? known.get(node)
  const left = matching.pages()
  const byTitle = Map.groupBy(left, ({ title }) => titleSign(title))
  const matches = plan.tree.nodes.flatMap((node): ProposedMatch[] => {
    const match = byNode.get(node)
    if (match === undefined) return []
    const { node: _, ...rest } = match
    const place = node.parentId ?? (node.parent === undefined ? target.parent : idOf(node.parent))
    return [{ ...rest, file: node.path, title: node.title, isMoved: place !== match.page.parentId }]
  })
  const unsure = matching.files().flatMap((node) => {
    const pageIds = (byTitle.get(titleSign(node.title)) ?? []).map(({ id }) => id)
    return pageIds.length === 0 ? [] : [{ file: node.path, pageIds }]
  })
  const isUnsure = new Set(unsure.map(({ file }) => file))
  return {
    target,
    matches,
    unsure,
    newFiles: matching.files().flatMap(({ path }) => (isUnsure.has(path) ? [] : [path])),
    knownFiles: [...known.keys()].map(({ path }) => path),
    otherPages: left.map(({ id, title }) => ({ id, title })),
  }
}

const atOnce = 4

/** Where pages are read. */
export interface ReadSpace {
  readonly wiki: Pick<WikiReader, 'listChildren' | 'readBody'>
  readonly spaceId: string
  /** Told how many pages were looked at. */
  onProgress(pages: number): void
}

/**
 * List all pages below one; each is asked for those below it.
 * @throws {ImportError} When the service cannot tell.
 */
async function listBelow(
  { wiki, spaceId, onProgress }: ReadSpace,
  topId: string,
): Promise<readonly TherePage[]> {
  const found = new Map<string, TherePage>()
  let looked = 0
  await runBounded([topId], atOnce, async (parentId, add) => {
    const children = await wiki.listChildren(parentId, spaceId)
    // Somebody may move a page meanwhile, so that it is met twice.
    const fresh = children.filter(
      ({ id, status }) => status === 'current' && id !== topId && !found.has(id),
    )
    for (const { id, title } of fresh) found.set(id, { id, title, parentId })
    looked += 1
    onProgress(looked)
    add(fresh.map(({ id }) => id))
  })
  return [...found.values()]
}

/**
 * Read what pages say; what is gone meanwhile is left out.
 * @throws {ImportError} When the service cannot tell.
 */
async function readTexts(
  { wiki, spaceId, onProgress }: ReadSpace,
  pages: readonly TherePage[],
): Promise<ReadonlyMap<TherePage, string>> {
  const texts = new Map<TherePage, string>()
  let looked = 0
  await runBounded(pages, atOnce, async (page) => {
    const body = await wiki.readBody(page.id, spaceId)
    if (body !== undefined) texts.set(page, pageText(body))
    looked += 1
    onProgress(looked)
  })
  return texts
}

/** Give the words, in their order. */
export function pageText({ format, value }: PageBody): string {
  return format === 'storage' ? value.replace(/<[^<>]*>/g, ' ') : documentText(value)
}

/** Whoever wrote it: no bound is known of how deep it nests. */
function documentText(json: string): string {
  const texts: string[] = []
  const open: unknown[] = [parse(json)]
  while (open.length > 0) {
    const node = Object(open.pop()) as { text?: unknown; content?: unknown }
    if (typeof node.text === 'string') texts.push(node.text)
    if (Array.isArray(node.content)) for (const one of node.content.toReversed()) open.push(one)
  }
  return texts.join(' ')
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
