/** Plans the import of a random folder, lets something come between, and applies the plan. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { FolderOptions } from '../../../src/folder/folder-options.ts'
import type { ImportPlan, PlannedPage } from '../../../src/folder/plan-file/plan-file.ts'
import { seededRandom } from '../base/seeded-random.ts'
import { type DocsFolder, type DocsImport, docsFolder, importDocs } from './docs-folder.ts'
import type { FolderSpace, FolderWiki } from './folder-wiki.ts'

export interface PlanTrial {
  readonly interference: string
  readonly isApplied: boolean
}

const paths = [
  'README.md',
  'a.md',
  'b.md',
  'c.md',
  'x/README.md',
  'x/a.md',
  'x/b.md',
  'x/y/README.md',
  'x/y/a.md',
  'z/a.md',
  'z/b.md',
  'z/w/a.md',
]
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

interface Trial {
  readonly space: FolderSpace
  readonly folder: DocsFolder
  readonly plan: ImportPlan
  pick<Item>(items: readonly Item[]): Item | undefined
}

type Interference = (trial: Trial) => Promise<boolean> | boolean

const there = ({ plan }: Trial): (PlannedPage & { page: NonNullable<PlannedPage['page']> })[] =>
  plan.pages.flatMap((one) =>
    one.page && one.outcome !== 'failed' ? [{ ...one, page: one.page }] : [],
  )

const interferences: Readonly<Record<string, Interference>> = {
  async edit(trial) {
    const one = trial.pick(there(trial))
    if (one !== undefined) await trial.space.editPage(one.page.id)
    return one !== undefined
  },
  async trash(trial) {
    const one = trial.pick(there(trial))
    if (one !== undefined) await trial.space.trash(one.page.id)
    return one !== undefined
  },
  async move(trial) {
    const one = trial.pick(there(trial))
    const { site } = trial.space
    if (one === undefined || site === undefined) return false
    site.move(one.page.id, await trial.space.addPage('Of a person'))
    return true
  },
  async take(trial) {
    const { space, plan } = trial
    const titles = new Set(there(trial).map(({ page }) => page.title))
    const isNew = ({ outcome, below, title }: PlannedPage): boolean =>
      outcome === 'created' &&
      (space.site !== undefined || (below === plan.parent && !titles.has(title)))
    const one = trial.pick(plan.pages.filter(isNew))
    if (one !== undefined) await space.addPage(one.title)
    return one !== undefined
  },
  change({ folder, plan, pick }) {
    const one = pick(plan.pages.filter(({ file, digest }) => digest && file.endsWith('.md')))
    if (one !== undefined) folder.write({ [one.file]: `# ${one.title}\n\nChanged meanwhile.\n` })
    return one !== undefined
  },
  add({ folder }) {
    folder.write({ 'late.md': '# Late\n\nMore.\n' })
    return true
  },
  remove({ folder, plan, pick }) {
    const one = pick(plan.pages.filter(({ file }) => /^[a-c]\.md$/.test(file)))
    if (one !== undefined) folder.remove(one.file)
    return one !== undefined
  },
}

export async function tryPlan(wiki: FolderWiki, seed: number): Promise<PlanTrial> {
  const random = seededRandom(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)]
  const space = await wiki.addSpace(`T${seed}`)
  const [folder, plans] = [docsFolder({ 'dot.gif': pixel }), docsFolder()]
  const planFile = join(plans.path, 'plan.json')
  const { endpoint, token } = wiki.server
  const run = (options: Partial<FolderOptions> = {}): Promise<DocsImport> =>
    importDocs({ endpoint, token, space }, folder, { concurrency: 1 + below(4), ...options })
  const look = async (): Promise<ImportPlan> => {
    await run({ planFile })
    return JSON.parse(readFileSync(planFile, 'utf8'))
  }
  const change = (): void => {
    for (const path of paths) {
      if (below(3) === 0) folder.write({ [path]: randomPage(path, below) })
      else if (below(6) === 0) folder.remove(path)
    }
    folder.write({ 'b.md': randomPage('b.md', below) })
  }
  try {
    change()
    if (below(4) > 0) await run()
    change()
    const plan = await look()
    const kinds = Object.keys(interferences)
    const wanted = below(3) === 0 ? 'nothing' : below(3) === 0 ? 'kill' : (pick(kinds) as string)
    const interfere = interferences[wanted]
    const hasCome = (await interfere?.({ space, folder, plan, pick })) ?? false
    const interference = interfere === undefined || hasCome ? wanted : 'nothing'
    if (interference === 'kill') {
      await killOnce(run, planFile, below)
      await untilStill(space)
    }
    const before = await stateOf(space)
    const applied = await run({ applyFile: planFile })
    const isApplied = applied.report.stoppedBy === undefined
    assert.equal(isApplied, !hasCome, `after ${interference}: ${changesOf(applied)}`)
    if (!isApplied) {
      assert.deepEqual(await stateOf(space), before, 'nothing was sent')
      const again = await look()
      checkDone(again, await run({ applyFile: planFile }))
    } else if (interference === 'nothing') checkDone(plan, applied)
    await checkSettled(space, await look(), run, planFile)
    return { interference, isApplied }
  } finally {
    folder.remove()
    plans.remove()
  }
}

function randomPage(path: string, below: (limit: number) => number): string {
  const title = below(8) === 0 ? 'Same' : `T ${path.replaceAll('/', ' ')} ${below(2)}`
  const words = ['one', 'two', 'three'][below(3)]
  const up = '../'.repeat(path.split('/').length - 1)
  const link = below(2) === 0 ? `\n\n[b](${up}b.md)` : ''
  const image = below(5) === 0 ? `\n\n![dot](${up}dot.gif)` : ''
  const labels = below(6) === 0 ? '---\nlabels: [docs]\n---\n' : ''
  return `${labels}# ${title}\n\nWords ${words}.${link}${image}\n`
}

async function killOnce(
  run: (options: Partial<FolderOptions>) => Promise<DocsImport>,
  applyFile: string,
  below: (limit: number) => number,
): Promise<void> {
  const killed = new AbortController()
  let left = below(6)
  const onEvent = ({ type }: { readonly type: string }): void => {
    if (type === 'page' && left-- === 0) killed.abort()
  }
  await run({ applyFile, signal: killed.signal, onEvent })
}

/** Wait for the requests that were killed: the service may still be working on them. */
async function untilStill(space: FolderSpace): Promise<void> {
  let before: unknown
  for (let still = 0; still < 10; await setTimeout(20)) {
    const now = await stateOf(space)
    still = isDeepStrictEqual(now, before) ? still + 1 : 0
    before = now
  }
}

async function stateOf(space: FolderSpace): Promise<unknown> {
  return [await space.pages(), await space.countPages()]
}

function changesOf({ events }: DocsImport): string {
  const changes = events.flatMap((event) => (event.type === 'changed' ? [event] : []))
  return JSON.stringify(changes)
}

function checkDone({ pages }: ImportPlan, { pages: done, events }: DocsImport): void {
  const ids = new Map(
    events.flatMap((event) =>
      event.type === 'page' && event.page ? [[event.file, event.page.id]] : [],
    ),
  )
  const planned = pages.map(({ file, outcome, page }) => [file, outcome, page?.id])
  const last = pages.map(({ file, page }) => {
    return [file, done[file]?.outcome, page && ids.get(file)]
  })
  assert.deepEqual(last, planned, JSON.stringify(events))
}

async function checkSettled(
  space: FolderSpace,
  { pages }: ImportPlan,
  run: (options: Partial<FolderOptions>) => Promise<DocsImport>,
  applyFile: string,
): Promise<void> {
  const isOpen = ({ outcome, movedFrom }: PlannedPage): boolean =>
    movedFrom !== undefined || (outcome !== 'unchanged' && outcome !== 'failed')
  const open = pages.filter(isOpen)
  assert.deepEqual(open, [])
  const before = await stateOf(space)
  await run({ applyFile })
  assert.deepEqual(await stateOf(space), before)
}
