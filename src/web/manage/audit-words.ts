/** What audit records say, in words. @module */
import type { AuditAction, AuditRecord } from '../../auth/audit.ts'
import { counted } from '../../base/visible-text.ts'
import { exactTime } from '../components/time-words.ts'

const actionWords: Readonly<Record<AuditAction, string>> = {
  'access-grant': 'gave access',
  'access-revoke': 'took access away',
  'api-token-create': 'created an API token',
  'api-token-delete': 'deleted an API token',
  'api-token-renew': 'renewed an API token',
  'group-access': 'has other rights by groups',
  'group-access-end': 'ended access by groups',
  'group-create': 'created a group',
  'group-delete': 'deleted a group',
  'group-member-add': 'added a user to a group',
  'group-member-remove': 'took a user out of a group',
  'host-token-create': 'created a host token',
  'host-token-delete': 'deleted a host token',
  'identity-link': 'was linked to the OpenID provider',
  'license-set': 'set the license',
  'one-time-link-create': 'made a link to choose a password',
  'one-time-link-use': 'chose a password by a link',
  'page-move': 'moved a page',
  'page-purge': 'purged a page',
  'page-restore': 'restored a page',
  'page-archive': 'put a page into the archive',
  'page-write': 'wrote a page by a program',
  'page-trash': 'put a page into the trash',
  'password-set': 'set a password',
  'preview-apply': 'applied a preview',
  'recovery-code-use': 'used a recovery code',
  'recovery-codes-create': 'made new recovery codes',
  'second-factor-add': 'added a second factor',
  'second-factor-remove': 'removed a second factor',
  'sessions-end': 'ended sessions',
  'sign-in': 'signed in',
  'sign-in-failed': 'failed to sign in',
  'signing-key-rotate': 'made a new signing key',
  'space-connect': 'connected a space',
  'space-create': 'created a space',
  'space-delete': 'deleted a space',
  'space-disconnect': 'disconnected a space',
  'space-export': 'took a whole space away as files',
  'space-policies-set': 'changed what imports into a connected space do',
  'source-prune': 'Pages without a file trashed',
  'space-rename': 'renamed a space',
  'user-change': 'changed a user',
  'user-create': 'added a user',
  'user-delete': 'deleted a user',
  'user-disable': 'disabled a user',
  'user-enable': 'enabled a user',
  'version-purge': 'purged a version of a page',
  'repository-follow': 'had a repository followed',
  'repository-unfollow': 'ended the following of a repository',
  'webhook-create': 'added a webhook',
  'webhook-delete': 'deleted a webhook',
  'webhook-retry': 'had a webhook tried again',
  'webhook-stop': 'was stopped, as a webhook that cannot be reached',
}

/** @param action As recorded; a newer version may have written one that is unknown here. */
export function wordAction(action: string): string {
  return (actionWords as Readonly<Record<string, string>>)[action] ?? action
}

/** @param record Its action and subject; the subject of a page is its id. */
export function wordSubject({ action, subject }: Pick<AuditRecord, 'action' | 'subject'>): string {
  if (subject === '' && action === 'sign-in-failed') return 'a name that no user has'
  return /^(?:page|version)-/.test(action) ? `page ${subject}` : subject
}

type Detail = AuditRecord['detail'][string]

function wordPages(became: string): (value: Detail) => string {
  return (value) => (value === 0 ? '' : `${counted(Number(value), 'page')} ${became}`)
}

function wordPolicy(of: string): (value: Detail) => string {
  return (value) => {
    const words = String(value).replaceAll('-', ' ')
    return value === null || words === '' ? '' : `${of}: ${words}`
  }
}

const detailWords: Readonly<Record<string, (value: Detail) => string>> = {
  account: (value) => `written by ${value}`,
  access: (value) => (value === 'write' ? 'read and write' : String(value)),
  apiTokenId: (value) => `token ${value}`,
  comments: wordPolicy('where comments lose their words'),
  codesLeft: (value) => `${value} left`,
  created: wordPages('made'),
  changedEmail: (value) => (value ? 'other e-mail address' : ''),
  edits: wordPolicy('where somebody changed a page'),
  expiresAt: (value) => `until ${exactTime(new Date(Number(value)))}`,
  form: (value) => `as ${value}`,
  group: (value) => `group ${value}`,
  groups: (value) => (value === '' ? 'no space' : String(value)),
  hostTokenId: (value) => `token ${value}`,
  isAdministrator: (value) => (value ? 'as an administrator' : ''),
  wasAdministrator: (value) => (value ? 'no longer an administrator' : ''),
  formerName: (value) => `was ${value}`,
  isPreviewOnly: (value) => (value ? 'to preview only' : ''),
  isCreateOnly: (value) => (value ? 'to create pages only' : ''),
  isGroup: (value) => (value ? 'a group' : ''),
  isByProvider: (value) => (value ? 'by the OpenID provider' : ''),
  isKnownDevice: (value) => (value ? 'on a device that signed in before' : ''),
  issuer: (value) => `at ${value}`,
  license: (value) => `license ${value}`,
  owner: (value) => `for ${value}`,
  pages: (value) => counted(Number(value), 'page'),
  pageWidth: wordPolicy('width of pages'),
  parentId: (value) => `below page ${value}`,
  remoteSpace: (value) => `space ${value} there`,
  role: (value) => `role ${value}`,
  sessions: (value) => counted(Number(value), 'session'),
  site: (value) => `at ${value}`,
  space: (value) => `space ${value}`,
  spaceId: (value) => `space ${value}`,
  subject: (value) => `as ${value}`,
  titleClash: wordPolicy('where a title is taken'),
  trashed: wordPages('put into the trash'),
  trialEndsAt: (value) =>
    value === null ? '' : `trial until ${exactTime(new Date(Number(value)))}`,
  spaces: (value) => `for spaces ${value}`,
  sources: (value) => `for sources ${value}`,
  token: (value) => (value === '' ? '' : `token ${value}`),
  tries: (value) => (value === 1 ? 'first wrong try' : `${value} wrong tries in a row`),
  unchanged: wordPages('unchanged'),
  updated: wordPages('updated'),
  version: (value) => `version ${value}`,
  via: (value) => `by ${value}`,
  userId: (value) => `user ${value}`,
}

export function wordDetail(detail: AuditRecord['detail']): string {
  const parts = Object.entries(detail).map(
    ([name, value]) => detailWords[name]?.(value) ?? `${name}: ${value}`,
  )
  return parts.filter((part) => part !== '').join(', ')
}
