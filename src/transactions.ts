/** All that is ever written to a store: one row for each transaction, under its own name. @module */
import { grantAccess, revokeAccess } from './auth/access.ts'
import {
  addMember,
  deleteGroup,
  grantToGroup,
  insertGroup,
  removeMember,
  revokeFromGroup,
} from './auth/groups.ts'
import { initialize, keepPublicAddress } from './auth/initialize-store.ts'
import { updateLicense } from './auth/license.ts'
import { applyIdentity } from './auth/openid/identity-sign-in.ts'
import { endGroupRights, endProviderSessions } from './auth/openid/provider-rights.ts'
import { insertFailedSignIn } from './auth/passwords/failed-sign-ins.ts'
import { countTries, giveTriesBack } from './auth/passwords/guess-limit.ts'
import { insertKnownDevice } from './auth/passwords/known-devices.ts'
import {
  insertOneTimeLink,
  useLinkOfAdministrator,
  useOneTimeLink,
} from './auth/passwords/one-time-links.ts'
import {
  insertSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
  useRecoveryCode,
  useTotpStep,
} from './auth/second-factor/second-factor-changes.ts'
import {
  deleteSession,
  endSessions,
  insertSession,
  touchSession,
} from './auth/sessions/sessions.ts'
import { insertApiToken, renewApiToken } from './auth/tokens/api-tokens.ts'
import { insertHostToken } from './auth/tokens/host-tokens.ts'
import { insertOnlySigningKey, insertSigningKey } from './auth/tokens/signing-keys.ts'
import { removeToken, updateLastUse } from './auth/tokens/tokens.ts'
import {
  deleteUser,
  disableUser,
  enableUser,
  insertUser,
  updatePassword,
  updateUser,
} from './auth/users.ts'
import type { TransactionTable } from './database/database.ts'
import { dropOldRecords } from './database/drop-old-records.ts'
import { reserveIds } from './database/ids.ts'
import { replaceSecret } from './database/secrets/seal-store.ts'
import { probeStore } from './database/store-state.ts'
import { expectRemoteTrash, recordRemoteTrash } from './delivery/browse/record-remote-trash.ts'
import { slowSite, takeAllowance } from './delivery/connections/site-pace-changes.ts'
import {
  deleteConnection,
  saveConnection,
  savePolicies,
} from './delivery/connections/space-connection-changes.ts'
import {
  askForOrder,
  endOrder,
  postponeOrder,
  takeOrder,
  unsettlePage,
} from './delivery/order/order-changes.ts'
import { recordDelivery } from './delivery/page/recorded-page-changes.ts'
import {
  abandonDeliveries,
  claimDelivery,
  closeDelivery,
  dropDelivery,
  forgetDeliveries,
  holdDelivery,
  openDelivery,
  postponeDelivery,
} from './delivery/queue/delivery-changes.ts'
import { noteWrite } from './delivery/records/claim-page.ts'
import {
  dropReservation,
  keepReservation,
  placeReservation,
  releaseReservation,
  restoreReservation,
} from './delivery/reservations/reservation-changes.ts'
import { insertSpace, updateSpaceName } from './embedded-wiki/store/create-space.ts'
import { indexOld, indexRecorded, noteProgress } from './embedded-wiki/store/index-pages.ts'
import { move } from './embedded-wiki/store/move-page.ts'
import { savePacked } from './embedded-wiki/store/packing/pack-versions.ts'
import { applyPreview } from './embedded-wiki/store/previews/apply-preview.ts'
import { keepPreviewPage, keepPreviewView } from './embedded-wiki/store/previews/keep-page.ts'
import { keepRemotePage } from './embedded-wiki/store/previews/keep-remote-page.ts'
import {
  beginPreview,
  closeRun,
  endPreview,
  showRun,
} from './embedded-wiki/store/previews/preview-runs.ts'
import { reservePreviewIds } from './embedded-wiki/store/previews/reserve-ids.ts'
import {
  condemnPage,
  condemnSome,
  condemnSpace,
} from './embedded-wiki/store/purging/condemn-pages.ts'
import {
  dropRecordedTexts,
  forgetImports,
  purgeAttachments,
  purgeRows,
} from './embedded-wiki/store/purging/let-go.ts'
import { purgeVersion } from './embedded-wiki/store/purging/purge-version.ts'
import { dropRemoteVersion, expectPurge } from './embedded-wiki/store/purging/purges.ts'
import { keepRendered } from './embedded-wiki/store/rendered-versions.ts'
import { insertReservations } from './embedded-wiki/store/reserving/reserve-pages.ts'
import { savePage } from './embedded-wiki/store/saving/save-page.ts'
import { closeSource } from './embedded-wiki/store/sources/close-source.ts'
import { restore, trash } from './embedded-wiki/store/trash-page.ts'
import {
  deleteRepository,
  endRun,
  insertRepository,
  leaseRepository,
  renewLease,
  requestRun,
} from './following/follow-changes.ts'
import {
  deleteWebhook,
  insertWebhook,
  leaseWebhook,
  retryWebhook,
  settleWebhook,
} from './importing/changes/webhooks/webhook-changes.ts'
import { confirmKey, noteRefusal, recordRefusal } from './importing/ledger/ledger.ts'
import { closeReport, insertReport } from './importing/page-reports.ts'
import { updateEdits } from './importing/spaces.ts'
import { recordExport } from './space-export/record-export.ts'

export const transactions: TransactionTable = {
  addMember,
  applyIdentity,
  applyPreview,
  beginPreview,
  closeRun,
  endPreview,
  keepPreviewPage,
  keepPreviewView,
  keepRemotePage,
  reservePreviewIds,
  showRun,
  askForOrder,
  abandonDeliveries,
  claimDelivery,
  closeDelivery,
  closeReport,
  condemnPage,
  condemnSome,
  condemnSpace,
  confirmKey,
  countTries,
  deleteConnection,
  deleteGroup,
  deleteRepository,
  deleteSession,
  deleteUser,
  deleteWebhook,
  disableUser,
  dropDelivery,
  dropOldRecords,
  dropRecordedTexts,
  dropRemoteVersion,
  dropReservation,
  enableUser,
  endGroupRights,
  endOrder,
  endProviderSessions,
  endRun,
  endSessions,
  expectPurge,
  expectRemoteTrash,
  forgetDeliveries,
  forgetImports,
  giveTriesBack,
  grantAccess,
  grantToGroup,
  holdDelivery,
  postponeOrder,
  takeOrder,
  unsettlePage,
  indexOld,
  indexRecorded,
  initialize,
  insertApiToken,
  insertFailedSignIn,
  insertGroup,
  insertHostToken,
  insertKnownDevice,
  insertOneTimeLink,
  insertOnlySigningKey,
  insertReport,
  insertRepository,
  insertReservations,
  insertSecondFactor,
  insertSession,
  insertSigningKey,
  insertSpace,
  insertUser,
  insertWebhook,
  keepPublicAddress,
  keepRendered,
  keepReservation,
  leaseRepository,
  leaseWebhook,
  move,
  noteProgress,
  noteRefusal,
  noteWrite,
  openDelivery,
  placeReservation,
  postponeDelivery,
  probeStore,
  purgeAttachments,
  purgeRows,
  purgeVersion,
  recordDelivery,
  recordExport,
  recordRefusal,
  recordRemoteTrash,
  releaseReservation,
  removeMember,
  removeToken,
  renewApiToken,
  renewLease,
  requestRun,
  removeSecondFactor,
  replaceRecoveryCodes,
  replaceSecret,
  reserveIds,
  restore,
  restoreReservation,
  retryWebhook,
  revokeAccess,
  revokeFromGroup,
  saveConnection,
  savePacked,
  savePage,
  savePolicies,
  settleWebhook,
  slowSite,
  takeAllowance,
  touchSession,
  closeSource,
  updateEdits,
  trash,
  updateLastUse,
  updateLicense,
  updatePassword,
  updateUser,
  updateSpaceName,
  useLinkOfAdministrator,
  useOneTimeLink,
  useRecoveryCode,
  useTotpStep,
}
