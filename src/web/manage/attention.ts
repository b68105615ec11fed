/** The counts that the settings' sidebar shows beside its links. @module */
import { getLicense, letsImport } from '../../auth/license.ts'
import { foreseeTokenAnswer, needsAttention } from '../../auth/tokens/authenticate-api-token.ts'
import { listTokens } from '../../auth/tokens/tokens.ts'
import { sql } from '../../database/sql.ts'
import { countTroubledDeliveries } from '../../delivery/queue/list-deliveries.ts'
import { hasFailed, listRepositories } from '../../following/followed-repositories.ts'
import { listWebhooks } from '../../importing/changes/webhooks/webhooks.ts'
import { countImportsByDay } from '../../importing/ledger/import-history.ts'
import type { Attention, Viewer } from '../web-scope.ts'
import { firstStepsPath, readFirstSteps } from './first-steps.ts'
import type { ManageDependencies } from './manage-scope.ts'

export type AttentionDependencies = Pick<ManageDependencies, 'database' | 'clock'>

type Count = Attention['count']

export async function readAttention(
  { database, clock }: AttentionDependencies,
  { isAdministrator, name, userId }: Viewer,
): Promise<ReadonlyMap<string, Attention>> {
  const now = clock()
  const countTokens = async (): Promise<number> => {
    const license = await getLicense(database)
    const tokens = await listTokens(database, { owner: isAdministrator ? undefined : name })
    return tokens.filter((one) => needsAttention(foreseeTokenAnswer(one, license, now))).length
  }
  const countFailed = async (): Promise<number> => {
    const whose = { userId: isAdministrator ? undefined : userId }
    const [today] = await countImportsByDay(database, whose, { days: 1, now })
    return today?.failed ?? 0
  }
  const countWebhooks = async (): Promise<number> =>
    (await listWebhooks(database)).filter(({ state }) => state !== 'active').length
  const countFollowed = async (): Promise<number> =>
    (await listRepositories(database, clock)).filter(hasFailed).length
  const countLicense = async (): Promise<Count> => {
    const license = await getLicense(database)
    if (!letsImport(license)) return 1
    return license.status === 'active' ? 'nothing to say' : 0
  }
  const countConnections = async (): Promise<Count> => {
    const connected = await database.read(sql`select 1 from space_connections limit 1`)
    return connected.length === 0 ? 'nothing to say' : countTroubledDeliveries(database)
  }
  const countSteps = async (): Promise<Count> =>
    (await readFirstSteps(database)).hasImport ? 'nothing to say' : 0
  const counts: readonly (readonly [string, string, () => Promise<Count>])[] = [
    ['/manage/tokens', 'end soon or are refused', countTokens],
    ['/manage/imports', 'failed today', countFailed],
    ...(isAdministrator
      ? ([
          ['/manage/connections', 'on their way met a problem', countConnections],
          ['/manage/following', 'failed', countFollowed],
          ['/manage/webhooks', 'are not told', countWebhooks],
          ['/manage/license', 'lets no token import', countLicense],
          [firstStepsPath, '', countSteps],
        ] as const)
      : []),
  ]
  const found = await Promise.all(
    counts.map(async ([path, words, read]) => [path, { count: await read(), words }] as const),
  )
  return new Map(found.filter(([, { count }]) => count !== 0))
}
