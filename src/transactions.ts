/** All that is ever written to a store: the transactions of these modules, each under its own name. @module */
import type { TransactionTable } from './store/database.ts'

const modules: readonly object[] = await Promise.all([
  import('./accounts/access.ts'),
  import('./accounts/groups.ts'),
  import('./accounts/initialize-store.ts'),
  import('./accounts/license.ts'),
  import('./accounts/openid/identity-sign-in.ts'),
  import('./accounts/passwords/password-check.ts'),
  import('./accounts/passwords/one-time-links.ts'),
  import('./accounts/second-factors.ts'),
  import('./accounts/sessions/sessions.ts'),
  import('./accounts/tokens/make-tokens.ts'),
  import('./accounts/tokens/signing-keys.ts'),
  import('./accounts/tokens/tokens.ts'),
  import('./accounts/users.ts'),
  import('./confluence/delivery/connections/space-connections.ts'),
  import('./confluence/delivery/order/remote-orders.ts'),
  import('./confluence/delivery/page/record-page.ts'),
  import('./confluence/delivery/queue/deliveries.ts'),
  import('./confluence/delivery/reservations/reservation-changes.ts'),
  import('./confluence/delivery/sources/connected-sources.ts'),
  import('./server/following/follow-changes.ts'),
  import('./store/ids.ts'),
  import('./store/secrets.ts'),
  import('./store/store-state.ts'),
  import('./store/within-bound.ts'),
  import('./wiki/export/exported-pages.ts'),
  import('./wiki/import/changes/webhooks/webhook-changes.ts'),
  import('./wiki/import/drafts.ts'),
  import('./wiki/import/ledger/ledger.ts'),
  import('./wiki/import/spaces.ts'),
  import('./wiki/store/create-space.ts'),
  import('./wiki/store/index-pages.ts'),
  import('./wiki/store/pack-versions.ts'),
  import('./wiki/store/page-reports.ts'),
  import('./wiki/store/previews/preview-runs.ts'),
  import('./wiki/store/purging/condemn-pages.ts'),
  import('./wiki/store/purging/let-go.ts'),
  import('./wiki/store/purging/purge-version.ts'),
  import('./wiki/store/purging/purges.ts'),
  import('./wiki/store/rendered-versions.ts'),
  import('./wiki/store/reserve-pages.ts'),
  import('./wiki/store/saving/save-page.ts'),
  import('./wiki/store/sources/close-source.ts'),
  import('./wiki/store/trash-page.ts'),
])

const GeneratorFunction = Object.getPrototypeOf(function* () {}).constructor

/** The generator functions that a module exports: transactions, and parts of them. */
export const transactions: TransactionTable = Object.fromEntries(
  modules.flatMap((module) =>
    Object.entries(module).filter(([, member]) => member instanceof GeneratorFunction),
  ),
)
