/** The counts that the settings' sidebar shows beside its links. @module */
import { getLicense, letsImport } from '../../auth/license.ts'
import { foreseeTokenAnswer, needsAttention } from '../../auth/tokens/api-token-license.ts'
import { countTroubledDeliveries } from '../../delivery/queue/list-deliveries.ts'
import { listWebhooks } from '../../importing/changes/webhooks/webhooks.ts'
import { countImportsByDay } from '../../importing/ledger/import-history.ts'
import type { Attention, Viewer } from '../web-scope.ts'
import type { ManageDependencies } from './manage-scope.ts'

export type AttentionDependencies = Pick<ManageDependencies, 'database' | 'apiTokens' | 'clock'>

export async function readAttention(
  { database, apiTokens, clock }: AttentionDependencies,
  { isAdministrator, name, userId }: Viewer,
): Promise<ReadonlyMap<string, Attention>> {
  const now = clock()
  const countTokens = async (): Promise<number> => {
    const license = await getLicense(database)
    const tokens = await apiTokens.list({ owner: isAdministrator ? undefined : name })
    return tokens.filter((one) => needsAttention(foreseeTokenAnswer(one, license, now))).length
  }
  const countFailed = async (): Promise<number> => {
    const whose = { userId: isAdministrator ? undefined : userId }
    const [today] = await countImportsByDay(database, whose, { days: 1, now })
    return today?.failed ?? 0
  }
  const countWebhooks = async (): Promise<number> =>
    (await listWebhooks(database)).filter(({ state }) => state !== 'active').length
  const isLicenseOut = async (): Promise<number> => (letsImport(await getLicense(database)) ? 0 : 1)
  const counts: readonly (readonly [string, string, () => Promise<number>])[] = [
    ['/manage/tokens', 'end soon or are refused', countTokens],
    ['/manage/imports', 'failed today', countFailed],
    ...(isAdministrator
      ? ([
          [
            '/manage/connections',
            'on their way met a problem',
            () => countTroubledDeliveries(database),
          ],
          ['/manage/webhooks', 'are not told', countWebhooks],
          ['/manage/license', 'lets no token import', isLicenseOut],
        ] as const)
      : []),
  ]
  const found = await Promise.all(
    counts.map(async ([path, words, read]) => [path, { count: await read(), words }] as const),
  )
  return new Map(found.filter(([, { count }]) => count > 0))
}
