/** Decides in which order pages are sent: parents first, and titles are free when they are needed. @module */
import { runBounded } from '../../contract/base/run-bounded.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import { findHolder } from './titles.ts'

export interface SendOrder {
  /** Pages that get a temporary title first, because pages wait for each other's titles in a circle. */
  readonly aside: readonly PageNode[]
  /** Works on all pages, each once the pages that it waits for are done. */
  work(work: (node: PageNode) => Promise<void>): Promise<void>
}

export function sendOrder(run: FolderRun): SendOrder {
  const { nodes } = run.plan.tree
  const waits = new Map(nodes.map((node) => [node, waitsOf(run, node, new Set(nodes))]))
  const aside = openCircles(waits)
  return { aside, work: (work) => inOrder(waits, run.settings.concurrency, work) }
}

interface Waits {
  readonly parent: PageNode | undefined
  holders: readonly PageNode[]
}

function waitsOf(run: FolderRun, node: PageNode, present: ReadonlySet<PageNode>): Waits {
  const { parent } = node
  const rival = run.isElsewhere ? run.rivals.get(node) : undefined
  const holders = [findHolder(run, node), rival].filter(
    (holder) => holder !== undefined && present.has(holder),
  )
  return {
    parent: parent && present.has(parent) ? parent : undefined,
    holders: holders as PageNode[],
  }
}

/** @returns The pages whose titles are no longer waited for. */
function openCircles(waits: ReadonlyMap<PageNode, Waits>): PageNode[] {
  const aside = new Set<PageNode>()
  const finished = new Set<PageNode>()
  for (const start of waits.keys()) {
    let path: PageNode[] = []
    for (let node: PageNode | undefined = start; node !== undefined; ) {
      const next = nextOf(node, waits, finished)
      if (next === undefined) {
        finished.add(node)
        path.pop()
        node = path.at(-1)
        continue
      }
      if (path.at(-1) !== node) path.push(node)
      const from = path.indexOf(next)
      if (from !== -1) {
        for (const holder of breakCircle(path.slice(from), waits)) aside.add(holder)
        path = []
        node = start
        continue
      }
      path.push(next)
      node = next
    }
  }
  return [...aside]
}

function nextOf(
  node: PageNode,
  waits: ReadonlyMap<PageNode, Waits>,
  finished: ReadonlySet<PageNode>,
): PageNode | undefined {
  const { parent, holders } = waits.get(node) as Waits
  return [parent, ...holders].find((page) => page !== undefined && !finished.has(page))
}

/** A circle always has a page that waits for a title, because parents have none. */
function breakCircle(
  circle: readonly PageNode[],
  waits: ReadonlyMap<PageNode, Waits>,
): readonly PageNode[] {
  for (const node of circle) {
    const ownWaits = waits.get(node) as Waits
    if (!ownWaits.holders.some((holder) => circle.includes(holder))) continue
    const { holders } = ownWaits
    ownWaits.holders = holders.filter((holder) => !circle.includes(holder))
    return holders.filter((holder) => circle.includes(holder))
  }
  throw new Error('A circle of parents.')
}

async function inOrder(
  waits: ReadonlyMap<PageNode, Waits>,
  concurrency: number,
  work: (node: PageNode) => Promise<void>,
): Promise<void> {
  const waitCounts = new Map<PageNode, number>()
  const waitingPages = new Map<PageNode, PageNode[]>()
  for (const [node, { parent, holders }] of waits) {
    const predecessors = new Set([...(parent === undefined ? [] : [parent]), ...holders])
    waitCounts.set(node, predecessors.size)
    for (const predecessor of predecessors) {
      const group = waitingPages.get(predecessor)
      if (group === undefined) waitingPages.set(predecessor, [node])
      else group.push(node)
    }
  }
  const ready = [...waits.keys()].filter((node) => waitCounts.get(node) === 0)
  await runBounded(ready, concurrency, async (node, add) => {
    await work(node)
    for (const next of waitingPages.get(node) ?? []) {
      const remaining = (waitCounts.get(next) as number) - 1
      waitCounts.set(next, remaining)
      if (remaining === 0) add([next])
    }
  })
}
