/** The file of a proposal, which a person reads and changes, and what becomes of it: a manifest. @module */
import type { FolderSource } from '../folder-options.ts'
import { planFolder } from '../plan/plan-folder.ts'
import { openManifest } from '../run/manifest.ts'
import type { ManifestTarget } from '../run/manifest-file.ts'
import type { Adoption } from './propose-adoption.ts'

/** The file is no proposal, or does not fit the folder; nothing was written. */
export class AdoptionError extends Error {
  override readonly name = 'AdoptionError'
}

/**
 * Write a proposal as the text of a file: one line for each page, to be read, changed and taken out.
 * @returns JSON.
 */
export function adoptionText({ target, matches }: Adoption): string {
  const lines = matches.map(({ file, page, reason }) =>
    JSON.stringify({ file, page: page.id, title: page.title, parent: page.parentId, reason }),
  )
  const { endpoint, space, parent } = target
  const head = JSON.stringify({ adoption: 1, endpoint, space, parent }, null, 1).slice(0, -2)
  return `${head},\n "pages": [\n  ${lines.join(',\n  ')}\n ]\n}\n`
}

/** Which files the proposal is for, and where the manifest is. */
export interface AcceptOptions extends FolderSource {
  readonly manifestFile: string
}

/**
 * Write what is proposed into the manifest: the next import looks the pages up, and takes them.
 * @param text The file of the proposal, as it was read and changed.
 * @returns How many files have pages by it.
 * @throws {AdoptionError} When it does not fit.
 * @throws {ManifestError} When the manifest cannot be used.
 */
export async function acceptAdoption(text: string, options: AcceptOptions): Promise<number> {
  const { target, pages } = parseAdoption(text)
  const { base, tree } = await planFolder(options)
  const manifest = openManifest(options.manifestFile, target, { base })
  const paths = new Set(tree.nodes.map(({ path }) => path))
  const holders = new Map(manifest.paths().map((path) => [manifest.find(path)?.pageId, path]))
  const given = new Map<string, string>()
  const files = new Set<string>()
  for (const { file, page } of pages) {
    const refuse = (why: string): never => {
      throw new AdoptionError(`${file}: ${why} Nothing was written.`)
    }
    const own = manifest.find(file)?.pageId
    const holder = holders.get(page)
    const other = given.get(page)
    if (!paths.has(file)) refuse('there is no such file in this folder.')
    if (page === target.parent) refuse(`the page ${page} is the one to import below.`)
    if (own !== undefined && own !== page) refuse(`by the manifest it has the page ${own} already.`)
    if (holder !== undefined && holder !== file) refuse(`the page ${page} is that of ${holder}.`)
    if (other !== undefined) refuse(`the page ${page} is that of ${other}.`)
    if (files.has(file)) refuse('it stands there twice.')
    given.set(page, file)
    files.add(file)
  }
  for (const { file, page, title, parent } of pages) {
    if (manifest.find(file) !== undefined) continue
    const unsent = { url: '', hash: '', isComplete: false }
    manifest.put(file, { pageId: page, title, parentId: parent, ...unsent })
  }
  manifest.save()
  return pages.length
}

interface ProposedPage {
  readonly file: string
  readonly page: string
  readonly title: string
  readonly parent: string
}

function parseAdoption(text: string): {
  readonly target: ManifestTarget
  readonly pages: readonly ProposedPage[]
} {
  const { adoption, endpoint, space, parent, pages } = parseObject(text)
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
  const isWhole = isText(endpoint) && isText(space) && isText(parent) && Array.isArray(pages)
  if (adoption !== 1 || !isWhole)
    throw new AdoptionError('This file is no proposal of markport adopt.')
  const target = { endpoint, space, parent }
  return { target, pages: pages.map((one, index) => toPage(Object(one), index)) }
}

function toPage(one: Readonly<Record<string, unknown>>, index: number): ProposedPage {
  const { file, page, title = '', parent = '' } = one
  if (typeof file !== 'string' || typeof page !== 'string' || !/^[1-9]\d{0,18}$/.test(page)) {
    throw new AdoptionError(
      `pages[${index}] must name its file and its page, the id in digits. Nothing was written.`,
    )
  }
  return { file, page, title: String(title), parent: String(parent) }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch (error) {
    throw new AdoptionError(`This file is no JSON: ${(error as Error).message}.`)
  }
}
