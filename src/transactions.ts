/** All that is ever written to a store: the transactions of these modules, each under its own name. @module */
import * as access from './accounts/access.ts'
import * as groups from './accounts/groups.ts'
import * as initializeStore from './accounts/initialize-store.ts'
import * as license from './accounts/license.ts'
import * as identitySignIn from './accounts/openid/identity-sign-in.ts'
import * as guessLimit from './accounts/passwords/guess-limit.ts'
import * as oneTimeLinks from './accounts/passwords/one-time-links.ts'
import * as secondFactors from './accounts/second-factor/second-factors.ts'
import * as sessions from './accounts/sessions/sessions.ts'
import * as makeTokens from './accounts/tokens/make-tokens.ts'
import * as signingKeys from './accounts/tokens/signing-keys.ts'
import * as tokens from './accounts/tokens/tokens.ts'
import * as users from './accounts/users.ts'
import * as spaceConnectionChanges from './confluence/delivery/connections/space-connection-changes.ts'
import * as remoteOrders from './confluence/delivery/order/remote-orders.ts'
import * as recordedPageChanges from './confluence/delivery/page/recorded-page-changes.ts'
import * as deliveries from './confluence/delivery/queue/deliveries.ts'
import * as claimPage from './confluence/delivery/records/claim-page.ts'
import * as reservationChanges from './confluence/delivery/reservations/reservation-changes.ts'
import * as sourceSpace from './confluence/delivery/sources/source-space.ts'
import * as followChanges from './server/following/follow-changes.ts'
import type { TransactionTable } from './store/database.ts'
import * as dropOldRecords from './store/drop-old-records.ts'
import * as ids from './store/ids.ts'
import * as sealStore from './store/secrets/seal-store.ts'
import * as storeState from './store/store-state.ts'
import * as recordExport from './wiki/export/record-export.ts'
import * as webhookChanges from './wiki/import/changes/webhooks/webhook-changes.ts'
import * as drafts from './wiki/import/drafts.ts'
import * as ledger from './wiki/import/ledger/ledger.ts'
import * as spaces from './wiki/import/spaces.ts'
import * as createSpace from './wiki/store/create-space.ts'
import * as indexPages from './wiki/store/index-pages.ts'
import * as packVersions from './wiki/store/packing/pack-versions.ts'
import * as pageReports from './wiki/store/page-reports.ts'
import * as previewRuns from './wiki/store/previews/preview-runs.ts'
import * as condemnPages from './wiki/store/purging/condemn-pages.ts'
import * as letGo from './wiki/store/purging/let-go.ts'
import * as purgeVersion from './wiki/store/purging/purge-version.ts'
import * as purges from './wiki/store/purging/purges.ts'
import * as renderedVersions from './wiki/store/rendered-versions.ts'
import * as reservePages from './wiki/store/reserving/reserve-pages.ts'
import * as savePage from './wiki/store/saving/save-page.ts'
import * as closeSource from './wiki/store/sources/close-source.ts'
import * as trashPage from './wiki/store/trash-page.ts'

const GeneratorFunction = Object.getPrototypeOf(function* () {}).constructor

const modules: readonly object[] = [
  access,
  groups,
  initializeStore,
  license,
  identitySignIn,
  guessLimit,
  oneTimeLinks,
  secondFactors,
  sessions,
  makeTokens,
  signingKeys,
  tokens,
  users,
  dropOldRecords,
  ids,
  sealStore,
  storeState,
  sourceSpace,
  spaceConnectionChanges,
  remoteOrders,
  recordedPageChanges,
  deliveries,
  claimPage,
  reservationChanges,
  createSpace,
  indexPages,
  packVersions,
  pageReports,
  previewRuns,
  condemnPages,
  letGo,
  purgeVersion,
  purges,
  renderedVersions,
  reservePages,
  savePage,
  closeSource,
  trashPage,
  followChanges,
  webhookChanges,
  ledger,
  drafts,
  spaces,
  recordExport,
]

/** The generator functions that a module exports: transactions, and parts of them. */
export const transactions: TransactionTable = Object.fromEntries(
  modules.flatMap((module) => Object.entries(module).filter(([, member]) => isGenerator(member))),
)

function isGenerator(member: unknown): boolean {
  return member instanceof GeneratorFunction
}
