/**
 * Checks the space and parent pages of a run with a host token, before anything is sent.
 * @module
 */
import { ImportError } from '../../http-client/import-error.ts'
import {
  type WikiPage,
  type WikiReader,
  type WikiSpace,
  wikiReader,
} from '../../http-client/wiki-reader.ts'
import type { FolderRun } from './folder-run.ts'

/**
 * Check that they exist and belong together. A wrong space or top parent stops the run; a wrong
 * `parent` in front matter fails only its file.
 */
export async function checkIdentifiers(run: FolderRun, hostToken: string): Promise<void> {
  const { settings, state } = run
  const { connection } = settings
  try {
    const problem = await findProblem(wikiReader(connection, hostToken), run)
    if (problem !== undefined) state.stop(problem)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    state.stop(error.message)
  }
}

async function findProblem(
  wiki: WikiReader,
  { plan, settings, state }: FolderRun,
): Promise<string | undefined> {
  const { spaceId, parentId } = settings
  const placed = plan.tree.nodes.filter((node) => state.problemOf(node) === undefined)
  const space = await wiki.findSpace(spaceId)
  const ids = [parentId, ...placed.flatMap((node) => node.parentId ?? [])]
  const pages = await findParents(wiki, ids, space)
  const names = await spaceNames(wiki, pages, space)
  if (space === undefined) {
    const place = names.get(pages.get(parentId)?.spaceId ?? '')
    const hint = place ? `The parent page is in ${place}` : `There are ${await someSpaces(wiki)}`
    return `There is no space ${JSON.stringify(spaceId)} ${readable}. ${hint}. Check --space.`
  }
  const problemOf = pageProblems(pages, space, names)
  const problem = problemOf(parentId)
  if (problem !== undefined) {
    const { homepageId, key } = space
    const top = homepageId === undefined ? '' : `: the homepage of ${key} is ${homepageId}`
    return `${problem} Check --space and --parent${top}.`
  }
  for (const node of placed) {
    const message = node.parentId && problemOf(node.parentId)
    if (!message) continue
    state.refuse(node, `${message} Check \`parent\` in its front matter.`)
  }
  return undefined
}

/** Only so many missing parents are explained in detail. */
const maxLookedElsewhere = 10

/** Look for parents in the space, and for missing ones in all spaces to say where they are. */
async function findParents(
  wiki: WikiReader,
  ids: readonly string[],
  space: WikiSpace | undefined,
): Promise<ReadonlyMap<string, WikiPage>> {
  const held = space && (await wiki.findPages(ids, space.id))
  const pages = new Map(held)
  const missing = [...new Set(ids)].filter((id) => !pages.has(id))
  // A token without access to the space fails for each page separately.
  for (const id of held === undefined ? missing : missing.slice(0, maxLookedElsewhere)) {
    const page = await wiki.findPage(id)
    if (page !== undefined) pages.set(id, page)
  }
  return pages
}

const readable = 'that the owner of the host token may read'

/** Map each page id to what is wrong with it as a parent. */
function pageProblems(
  pages: ReadonlyMap<string, WikiPage>,
  space: WikiSpace,
  names: ReadonlyMap<string, string>,
): (id: string) => string | undefined {
  return (id) => {
    const page = pages.get(id)
    if (page === undefined) return `There is no page ${id} ${readable}.`
    const named = `The page ${id}, ${JSON.stringify(page.title)}, is`
    if (page.spaceId !== space.id) {
      return `${named} in the space ${names.get(page.spaceId)}, not in ${nameOf(space)}.`
    }
    if (page.status === 'current') return undefined
    return `${named} ${page.status}. Restore it, or give another.`
  }
}

async function spaceNames(
  wiki: WikiReader,
  pages: ReadonlyMap<string, WikiPage>,
  own: WikiSpace | undefined,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(own === undefined ? [] : [[own.id, nameOf(own)]])
  for (const { spaceId } of pages.values()) {
    if (names.has(spaceId)) continue
    const space = await wiki.findSpace(spaceId)
    names.set(spaceId, space === undefined ? spaceId : nameOf(space))
  }
  return names
}

const maxNamed = 10

async function someSpaces(wiki: WikiReader): Promise<string> {
  const names = (await wiki.listSpaces(maxNamed + 1)).map(nameOf)
  const rest = names.length > maxNamed ? ' and more' : ''
  return `${names.slice(0, maxNamed).join(', ') || 'none'}${rest}`
}

function nameOf({ key, id }: WikiSpace): string {
  return `${key} (${id})`
}
