/** What connecting a space shares with `markport space`: making one, and words for what becomes of edits. @module */
import type { AuditedStore } from '../../accounts/audit.ts'
import { createSpace } from '../../wiki/store/create-space.ts'
import { commandLineActor, findAdministrator } from '../store/store.ts'

export async function createSpaceAsAdministrator(
  store: AuditedStore,
  key: string,
  name: string,
): ReturnType<typeof createSpace> {
  const userId = (await findAdministrator(store)).id
  const { database, ids, clock } = store
  return createSpace(database, ids, clock, { key, name, userId, createdBy: commandLineActor })
}

export const editWords = {
  'overwrite-imported':
    'an import overwrites them, and a warning tells which; pages that people alone wrote stay',
  overwrite: 'an import overwrites them, and pages that people alone wrote; a warning tells which',
  refuse: 'an import of that page is refused',
  'keep-theirs': 'they stay where the import did not change the same block',
} as const
