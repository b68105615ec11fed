/** Fills the rows of each bound up to a few, and adds more as the product does. @module */
import { randomUUID } from 'node:crypto'
import { oneTimeLinks } from '../../../src/accounts/passwords/one-time-links.ts'
import { passwords } from '../../../src/accounts/passwords/passwords.ts'
import { sessions } from '../../../src/accounts/sessions/sessions.ts'
import { apiTokens } from '../../../src/accounts/tokens/api-tokens.ts'
import { hostTokens } from '../../../src/accounts/tokens/host-tokens.ts'
import type { TokenKind } from '../../../src/accounts/tokens/token-input.ts'
import type { NewConnection } from '../../../src/confluence/delivery/connections/space-connections.ts'
import { keepReservation } from '../../../src/confluence/delivery/reservations/reservation-changes.ts'
import type { bounds } from '../../../src/contract/base/bounds.ts'
import { RequestError } from '../../../src/contract/errors.ts'
import { idAllocator } from '../../../src/store/ids.ts'
import { type Statement, sql } from '../../../src/store/sql.ts'
import { draftsOf } from '../../../src/wiki/import/drafts.ts'
import { importLedger } from '../../../src/wiki/import/ledger/ledger.ts'
import { insertReport } from '../../../src/wiki/store/page-reports.ts'
import { beginPreview, putDraft } from '../../../src/wiki/store/previews/preview-runs.ts'
import { reserveInSpace } from '../../../src/wiki/store/reserve-pages.ts'
import { dayMs, type PreparedStore } from '../prepared-store.ts'

export type ShareName = keyof typeof bounds | 'remoteReservations'

const mebibyte = 1024 * 1024

export interface FullShare {
  readonly rows: Statement
  fill(numbers: Statement): Statement
  readonly counted?: Statement
  add(): Promise<unknown>
}

export function fullShares(
  { database, space }: PreparedStore,
  connected: NewConnection,
  { userId, name }: { readonly userId: number; readonly name: string },
  clock: () => Date,
): Readonly<Record<ShareName, FullShare>> {
  const ids = idAllocator(database)
  const now = clock().getTime()
  const later = now + dayMs
  const owner = { name: `t-${randomUUID().slice(0, 8)}`, owner: name, createdBy: 'test' }
  const newName = (): typeof owner => ({ ...owner, name: `t-${randomUUID().slice(0, 8)}` })
  const live = { lifetimeMs: dayMs }
  const start = { network: '192.0.2.1', device: '' }
  const tokensOf = (kind: TokenKind, ownerId: Statement, endsAt: number) => (numbers: Statement) =>
    sql`
    insert into tokens (id, kind, hash, name, owner_id, created_at, expires_at, license_status)
    ${numbers} select -i, ${kind}, cast(i as text), cast(i as text), ${ownerId}, 0, ${endsAt}, 'active' from n`
  const createToken = () => apiTokens({ database, ids, clock }).create({ ...newName(), ...live })
  const fillSessions = (awaits: number) => (numbers: Statement) =>
    sql`
    insert into sessions (id_hash, user_id, created_at, last_used_at, awaits_code)
    ${numbers} select cast(i as text), ${userId}, ${now - 1}, ${now - 1}, ${awaits} from n`
  const previewIn = (spaceId: string) => ({
    spaceId: Number(spaceId),
    name: 'full',
    run: 'run',
    now,
    endsAt: later,
    maker: { userId, apiTokenId: 0, isPreviewOnly: false },
  })
  const fillPreview = (bytes: number) => (numbers: Statement) =>
    sql`
    insert into preview_pages (space_id, name, run, page_id, kind, base_version, base_title,
      base_parent_id, parent_id, title, title_key, title_order, position, navigation_title, labels,
      adf, shown, bytes)
    ${numbers} select ${Number(space.id)}, 'full', 'run', -i, 'page', 0, '', 0, -1, cast(i as text),
      cast(i as text), '', 0, '', '', '', '', ${bytes} from n`
  const counted = sql`update previews set (sending_pages, sending_bytes) =
    (select count(*), coalesce(sum(bytes), 0) from preview_pages) where name = 'full'`
  const putIntoPreview = async (adf: string): Promise<void> => {
    const title = randomUUID()
    await database.write(putDraft, {
      run: { spaceId: Number(space.id), name: 'full', run: 'run' },
      pageId: await ids.nextId(),
      parentId: Number(space.homepageId),
      title,
      titleKey: title,
      position: null,
      navigationTitle: '',
      labels: '',
      base: undefined,
      isSame: false,
      adf: Buffer.from(adf),
      shown: [],
      images: [],
      outlook: {},
    })
  }
  const fillReports = (pageId: Statement, reporter: Statement) => (numbers: Statement) =>
    sql`
    insert into page_reports (space_id, id, page_id, version, section, message, user_id, created_at)
    ${numbers} select ${Number(space.id)}, -i, ${pageId}, 1, '', cast(i as text), ${reporter},
      ${now} from n`
  const report = async (): Promise<void> =>
    database.write(insertReport, {
      ...{ id: await ids.nextId(), spaceId: Number(space.id), pageId: Number(space.homepageId) },
      ...{ version: 1, section: '', message: randomUUID(), userId, now },
    })
  return {
    liveApiTokens: {
      rows: sql`tokens where owner_id = ${userId} and expires_at > ${now}`,
      fill: tokensOf('api', sql`${userId}`, later),
      add: createToken,
    },
    allLiveApiTokens: {
      rows: sql`tokens where expires_at > ${now}`,
      fill: tokensOf('api', sql`(select min(id) from users)`, later),
      add: createToken,
    },
    apiTokens: {
      rows: sql`tokens where owner_id = ${userId}`,
      fill: tokensOf('api', sql`${userId}`, 0),
      add: createToken,
    },
    hostTokens: {
      rows: sql`tokens where owner_id = ${userId} and kind = 'host'`,
      fill: tokensOf('host', sql`${userId}`, 0),
      add: () => hostTokens({ database, ids, clock }).create({ ...newName(), ...live }),
    },
    reservations: {
      rows: sql`page_reservations where user_id = ${userId}`,
      fill: (numbers) => sql`
        insert into page_reservations (space_id, parent_id, title_key, id, lapses_at, user_id)
        ${numbers} select ${Number(space.id)}, 1, cast(i as text), -i, ${later}, ${userId} from n`,
      add: () =>
        reserveInSpace(
          { database, ids, clock },
          {
            spaceIdOrKey: space.key,
            pages: [{ title: randomUUID(), parent: { id: space.homepageId } }],
            writer: { userId },
          },
        ),
    },
    remoteReservations: {
      rows: sql`remote_reservations where user_id = ${userId}`,
      fill: (numbers) => sql`
        insert into remote_reservations (space_id, parent_id, title, given_title, page_id, url,
          lapses_at, user_id)
        ${numbers} select ${Number(connected.spaceId)}, '1', cast(i as text), '', cast(-i as text), '',
          ${later}, ${userId} from n`,
      add: () =>
        database.write(keepReservation, {
          spaceId: Number(connected.spaceId),
          parentId: '1',
          title: randomUUID(),
          baseUrl: connected.baseUrl,
          remoteSpaceId: connected.remoteSpace.id,
          givenTitle: '',
          lapsesAt: later,
          userId,
          goneId: undefined,
        }),
    },
    previews: {
      rows: sql`previews where space_id = ${Number(space.id)}`,
      fill: (numbers) => sql`
        insert into previews (space_id, name, user_id, api_token_id, made_at, ends_at, sending_run)
        ${numbers} select ${Number(space.id)}, cast(i as text), ${userId}, 0, 0, ${later}, 'r' from n`,
      add: () => database.write(beginPreview, { ...previewIn(space.id), name: randomUUID() }),
    },
    previewPages: {
      rows: sql`preview_pages where space_id = ${Number(space.id)}`,
      fill: fillPreview(0),
      counted,
      add: () => putIntoPreview(''),
    },
    previewBytes: {
      rows: sql`preview_pages where space_id = ${Number(space.id)}`,
      fill: fillPreview(mebibyte),
      counted,
      add: () => putIntoPreview('x'.repeat(mebibyte)),
    },
    reportsOfUser: {
      rows: sql`page_reports where user_id = ${userId}`,
      fill: fillReports(sql`i`, sql`${userId}`),
      add: report,
    },
    reportsOfPage: {
      rows: sql`page_reports where page_id = ${Number(space.homepageId)}`,
      fill: fillReports(sql`${Number(space.homepageId)}`, sql`i`),
      add: report,
    },
    sessions: {
      rows: sql`sessions where user_id = ${userId} and awaits_code = 0`,
      fill: fillSessions(0),
      add: async () => sessions({ database, ids, clock }).enter(userId, start),
    },
    awaitingSessions: {
      rows: sql`sessions where user_id = ${userId} and awaits_code <> 0`,
      fill: fillSessions(1),
      add: () => sessions({ database, ids, clock }, 'all').enter(userId, start),
    },
    oneTimeLinks: {
      rows: sql`one_time_links where user_id = ${userId}`,
      fill: (numbers) => sql`
        insert into one_time_links (code_hash, user_id, created_at, expires_at)
        ${numbers} select cast(i as text), ${userId}, 0, ${later} from n`,
      add: () => oneTimeLinks({ database, ids, clock }, passwords()).create(userId, 'test'),
    },
    drafts: {
      rows: sql`drafts where user_id = ${userId}`,
      fill: (numbers) => sql`
        insert into drafts (user_id, page_id, fields, markdown, images, updated_at)
        ${numbers} select ${userId}, i, '{}', '', '[]', 0 from n`,
      add: async () =>
        draftsOf(database, clock).keep(userId, String(await ids.nextId()), {
          fields: {},
          markdown: '',
          images: '[]',
        }),
    },
    refusedImports: {
      rows: sql`imports where user_id = ${userId}`,
      fill: (numbers) => sql`
        insert into imports (space_id, id, request_id, api_token_id, user_id, parent_id, page_title,
          result, page_id, version, warnings, started_at, duration_ms)
        ${numbers} select 0, -i, 'r', 1, ${userId}, '', '', 'not-found', null, null, '[]', ${now}, 1
        from n`,
      add: () =>
        importLedger({ database, ids, clock }).recordRefusal(
          {
            userId,
            apiTokenId: '1',
            requestId: 'r',
            startedAt: clock(),
            progress: {},
          },
          new RequestError('not-found', 'refused'),
        ),
    },
  }
}
