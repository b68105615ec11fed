/** All that is ever written to a store: the transactions of these modules, each under its own name. @module */
import * as access from './auth/access.ts'
import * as groups from './auth/groups.ts'
import * as initializeStore from './auth/initialize-store.ts'
import * as license from './auth/license.ts'
import * as identitySignIn from './auth/openid/identity-sign-in.ts'
import * as providerRights from './auth/openid/provider-rights.ts'
import * as failedSignIns from './auth/passwords/failed-sign-ins.ts'
import * as guessLimit from './auth/passwords/guess-limit.ts'
import * as knownDevices from './auth/passwords/known-devices.ts'
import * as oneTimeLinks from './auth/passwords/one-time-links.ts'
import * as secondFactorChanges from './auth/second-factor/second-factor-changes.ts'
import * as sessions from './auth/sessions/sessions.ts'
import * as makeTokens from './auth/tokens/make-tokens.ts'
import * as signingKeys from './auth/tokens/signing-keys.ts'
import * as tokens from './auth/tokens/tokens.ts'
import * as users from './auth/users.ts'
import type { TransactionTable } from './database/database.ts'
import * as dropOldRecords from './database/drop-old-records.ts'
import * as ids from './database/ids.ts'
import * as sealStore from './database/secrets/seal-store.ts'
import * as storeState from './database/store-state.ts'
import * as sitePaceChanges from './delivery/connections/site-pace-changes.ts'
import * as spaceConnectionChanges from './delivery/connections/space-connection-changes.ts'
import * as orderChanges from './delivery/order/order-changes.ts'
import * as recordedPageChanges from './delivery/page/recorded-page-changes.ts'
import * as deliveryChanges from './delivery/queue/delivery-changes.ts'
import * as claimPage from './delivery/records/claim-page.ts'
import * as reservationChanges from './delivery/reservations/reservation-changes.ts'
import * as recordRemoteTrash from './delivery/sources/record-remote-trash.ts'
import * as createSpace from './embedded-wiki/store/create-space.ts'
import * as indexPages from './embedded-wiki/store/index-pages.ts'
import * as movePage from './embedded-wiki/store/move-page.ts'
import * as packVersions from './embedded-wiki/store/packing/pack-versions.ts'
import * as applyPreview from './embedded-wiki/store/previews/apply-preview.ts'
import * as keepPage from './embedded-wiki/store/previews/keep-page.ts'
import * as keepRemotePage from './embedded-wiki/store/previews/keep-remote-page.ts'
import * as previewRuns from './embedded-wiki/store/previews/preview-runs.ts'
import * as reserveIds from './embedded-wiki/store/previews/reserve-ids.ts'
import * as condemnPages from './embedded-wiki/store/purging/condemn-pages.ts'
import * as letGo from './embedded-wiki/store/purging/let-go.ts'
import * as purgeVersion from './embedded-wiki/store/purging/purge-version.ts'
import * as purges from './embedded-wiki/store/purging/purges.ts'
import * as renderedVersions from './embedded-wiki/store/rendered-versions.ts'
import * as reservePages from './embedded-wiki/store/reserving/reserve-pages.ts'
import * as savePage from './embedded-wiki/store/saving/save-page.ts'
import * as closeSource from './embedded-wiki/store/sources/close-source.ts'
import * as trashPage from './embedded-wiki/store/trash-page.ts'
import * as followChanges from './following/follow-changes.ts'
import * as webhookChanges from './importing/changes/webhooks/webhook-changes.ts'
import * as drafts from './importing/drafts.ts'
import * as ledger from './importing/ledger/ledger.ts'
import * as pageReports from './importing/page-reports.ts'
import * as spaces from './importing/spaces.ts'
import * as recordExport from './space-export/record-export.ts'

const GeneratorFunction = Object.getPrototypeOf(function* () {}).constructor

const modules: readonly object[] = [
  access,
  groups,
  initializeStore,
  license,
  identitySignIn,
  providerRights,
  failedSignIns,
  guessLimit,
  knownDevices,
  oneTimeLinks,
  secondFactorChanges,
  sessions,
  makeTokens,
  signingKeys,
  tokens,
  users,
  dropOldRecords,
  ids,
  sealStore,
  storeState,
  recordRemoteTrash,
  sitePaceChanges,
  spaceConnectionChanges,
  orderChanges,
  recordedPageChanges,
  deliveryChanges,
  claimPage,
  reservationChanges,
  createSpace,
  indexPages,
  movePage,
  packVersions,
  applyPreview,
  keepPage,
  keepRemotePage,
  previewRuns,
  reserveIds,
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
  pageReports,
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
