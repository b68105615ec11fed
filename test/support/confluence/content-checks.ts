/** What a simulated site does not take. @module */
import type { ContentStore } from './content-store.ts'
import { Refusal } from './refusal.ts'
import type { SimulatorSwitches } from './simulator.ts'

const largestBody = 5_242_880
const longestTitle = 255

export function checkParent(
  { content, switches }: ContentStore,
  id: string,
  spaceId: string,
): void {
  const parent = content.get(id)
  const statuses = switches.archivedParent === 'taken' ? ['current', 'archived'] : ['current']
  const isThere = parent !== undefined && statuses.includes(parent.status)
  if (!isThere || parent.spaceId !== spaceId) throw new Refusal({ kind: 'no-parent', id })
}

export function checkTitle(title: string): void {
  if (title.trim() === '')
    throw new Refusal({ kind: 'bad-request', message: 'A page title is required' })
  if (title.length > longestTitle)
    throw new Refusal({
      kind: 'bad-request',
      message: `Title is too long. Maximum length is ${longestTitle} characters`,
    })
}

export function checkFree(
  store: ContentStore,
  spaceId: string,
  title: string,
  exceptId?: string,
): void {
  const reserving = ['current', 'archived']
  if (store.switches.trashedTitleReserves) reserving.push('trashed')
  const isTaken = store
    .pages()
    .some(
      (one) =>
        one.spaceId === spaceId &&
        one.id !== exceptId &&
        isSameTitle(one.title, title) &&
        reserving.includes(one.status),
    )
  if (isTaken) throw new Refusal({ kind: 'title-taken', title, spaceKey: store.space(spaceId).key })
}

export function checkWrite({ switches }: ContentStore, body: string): void {
  if (Buffer.byteLength(body) > largestBody) throw new Refusal({ kind: 'too-large' })
  if (switches.optimisticLocks === 0) return
  switches.optimisticLocks--
  throw new Refusal({ kind: 'optimistic-lock' })
}

export function isSameTitle(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

export function checkMayEdit({ switches }: ContentStore, id: string): void {
  const isNamed = switches.restrictedWords === 'named'
  if (!mayEdit(switches, id)) throw new Refusal({ kind: 'restricted', id, isNamed })
}

export function operationsOn({ switches }: ContentStore, id: string): object[] {
  const operations = mayEdit(switches, id) ? ['read', 'update', 'delete'] : ['read']
  return operations.map((operation) => ({ operation, targetType: 'page' }))
}

function mayEdit({ restrictedPages }: SimulatorSwitches, id: string): boolean {
  return !restrictedPages.includes(id)
}
