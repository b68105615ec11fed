/** Asks a site all questions, in a tree of pages of its own that it takes away again. @module */
import { randomBytes } from 'node:crypto'
import { ConfluenceError } from '../../src/confluence/confluence-error.ts'
import type { ConfluenceSite, RemotePage } from '../../src/confluence/site.ts'
import { contentProbes } from './content-probes.ts'
import { pageProbes } from './page-probes.ts'
import type { Probe, ProbeAnswer, ProbeContext } from './probe.ts'
import { probeBody } from './probe-body.ts'
import { refusal, wordsOf } from './refusal.ts'
import { releaseProbes } from './release-probes.ts'

/** One question with its answer; without one where it could not be asked. */
export interface Finding {
  readonly probe: string
  readonly question: string
  readonly switch: string | undefined
  readonly value: ProbeAnswer['value'] | undefined
  readonly told: string
}

export interface ProbeReport {
  readonly findings: readonly Finding[]
  /** Pages that could not be taken away: their addresses. */
  readonly leftBehind: readonly string[]
}

/**
 * Ask all questions, one after the other.
 * @param opened The site, and where in it pages may be made.
 * @param signal Ends the asking early; what was made is taken away all the same.
 * @throws {ConfluenceError} When no page can be made at all.
 */
export async function probeSite(
  opened: Pick<ProbeContext, 'site' | 'client' | 'sendPlain' | 'stranger' | 'space'>,
  signal: AbortSignal,
): Promise<ProbeReport> {
  const tree = probeTree(opened, signal)
  const findings: Finding[] = []
  let leftBehind: readonly string[] = []
  try {
    const context = { ...opened, ...tree, rootId: await tree.plant() }
    for (const probe of [...pageProbes, ...contentProbes, ...releaseProbes]) {
      if (signal.aborted) break
      findings.push(await ask(probe, context))
    }
  } finally {
    leftBehind = await tree.takeAway()
  }
  return { findings, leftBehind }
}

async function ask(probe: Probe, context: ProbeContext): Promise<Finding> {
  const { name, question, kind = context.site.kind } = probe
  const about = { probe: name, question, switch: probe.switch }
  if (kind !== context.site.kind) return { ...about, value: undefined, told: `only on ${kind}` }
  try {
    return { ...about, ...(await probe.ask(context)) }
  } catch (error) {
    return { ...about, value: undefined, told: `could not be asked: ${wordsOf(error)}` }
  }
}

type Tree = Pick<ProbeContext, 'newTitle' | 'create' | 'update' | 'read'> & {
  /** Make the page above all others. */
  plant(): Promise<string>
  takeAway(): Promise<readonly string[]>
}

function probeTree(
  { site, space }: Pick<ProbeContext, 'site' | 'space'>,
  signal: AbortSignal,
): Tree {
  const name = `Markport probe ${randomBytes(4).toString('hex')}`
  const made = new Map<string, RemotePage>()
  let count = 0
  let rootId: string | undefined
  const newTitle = (): string => {
    count += 1
    return `${name} ${count}`
  }
  const create: Tree['create'] = async ({ title, body, parentId } = {}) => {
    signal.throwIfAborted()
    const page = await site.createPage({
      spaceId: space.id,
      spaceKey: space.key,
      parentId: parentId ?? rootId ?? space.homepageId ?? '',
      title: title ?? newTitle(),
      body: body ?? probeBody(site.kind, 'A page of the probe.'),
    })
    made.set(page.id, page)
    return page
  }
  return {
    newTitle,
    create,
    async plant() {
      const root = await create({ title: name })
      made.delete(root.id)
      rootId = root.id
      return root.id
    },
    async update({ id, title, version }, body) {
      signal.throwIfAborted()
      const parentId = rootId ?? ''
      const page = { id, spaceKey: space.key, parentId, title, body }
      return await site.updatePage({
        ...page,
        version: version.number + 1,
        message: 'Markport probe',
      })
    },
    async read(id) {
      const page = await site.readPage(id, 'markport-probe')
      if (page === undefined) throw new ConfluenceError('not-found', `There is no page ${id}.`)
      return page
    },
    async takeAway() {
      // Whose answers were lost, the site knows.
      const looked =
        rootId === undefined ? site.findPagesByTitle(space, name) : site.listChildren(rootId)
      // What is known by itself is taken away in any case.
      const found = (await looked.catch(() => [])).map(({ id }) => id)
      const ids = new Set([...made.keys(), ...found, ...(rootId === undefined ? [] : [rootId])])
      const left: string[] = []
      for (const id of ids) {
        if (!(await isTrashed(site, id))) left.push(id)
      }
      return left.map((id) => made.get(id)?.url ?? id)
    },
  }
}

const maxTries = 3

/** The answer may be lost, so the site is asked whether the page is still there. */
async function isTrashed(site: ConfluenceSite, id: string): Promise<boolean> {
  for (let attempt = 0; attempt < maxTries; attempt += 1) {
    const { value } = await refusal(site.trashPage(id))
    if (value === 'accepted' || value === 'not-found') return true
    if (!(await isThere(site, id))) return true
  }
  return false
}

async function isThere(site: ConfluenceSite, id: string): Promise<boolean> {
  try {
    const found = await site.findParent(id)
    return found !== undefined && found.status !== 'trashed'
  } catch {
    return true
  }
}
