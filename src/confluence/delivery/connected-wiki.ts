/** The wikis of all connected spaces, for the import. @module */

import type { Via } from '../../accounts/audit.ts'
import type { AnswerForeseen } from '../../contract/answers.ts'
import { textOf } from '../../contract/base/message.ts'
import { withWholeLinks } from '../../wiki/import/prepared-document.ts'
import { findSpace } from '../../wiki/import/spaces.ts'
import type {
  Foreseen,
  InSpace,
  ParentSearch,
  Saved,
  SavedPage,
  TargetWiki,
  WantedPage,
} from '../../wiki/import/target-wiki.ts'
import { siteKinds } from '../body/site-kinds.ts'
import { attachmentName } from '../rest-v1.ts'
import { type ConnectedSite, isInSpace } from './connections/connected-site.ts'
import type { ConnectionsSnapshot } from './connections/connections-snapshot.ts'
import { findConnection, type SpaceConnection } from './connections/space-connections.ts'
import { planPage } from './deliver-page.ts'
import {
  type DeliveryFields,
  type DeliveryPlan,
  isOfImport,
  outcomeOf,
  type PageImport,
  type PageQuery,
  type PlannedUpdate,
  start,
} from './delivery.ts'
import { warnOfRestriction, withRemarks, withSiteErrors } from './delivery-messages.ts'
import { arrangeRemotePages } from './order/remote-orders.ts'
import { missingFiles } from './page/attach-images.ts'
import { findTarget } from './page/find-target.ts'
import { savedPage } from './page/record-page.ts'
import type { JobTools } from './queue/delivery-job.ts'
import type { DeliveryRunner } from './queue/delivery-runner.ts'
import { isFirstImport, isRemoteId, tellSource } from './records/recorded-pages.ts'
import { reserveRemotePages } from './reservations/reserve-remote-pages.ts'

interface ConnectedWikiDependencies extends JobTools {
  readonly connections: ConnectionsSnapshot
  readonly runner: DeliveryRunner
  readonly publicUrl: () => string
}

/** Milliseconds; a slower delivery continues without its caller. */
export const maxAnswerMs = 25_000
/** Milliseconds a dry run waits for a running import. */
const maxSettleMs = 10_000
/** Milliseconds; leaves time to finish the requests under way. */
const maxReserveMs = 20_000

export function connectedWiki(dependencies: ConnectedWikiDependencies): TargetWiki {
  const { database, connections, runner, openSite, publicUrl } = dependencies
  const open = ({ fields, writer }: WantedPage, mayBeNew?: boolean) =>
    connections.open(fields.spaceId, writer, mayBeNew)
  const ask = async <Answer>(
    { spaceIdOrKey, writer }: InSpace,
    question: (target: ConnectedSite) => Promise<Answer>,
  ): Promise<Answer | undefined> => {
    const connection = await connections.open(spaceIdOrKey, writer, true)
    return connection && withSiteErrors(() => question(openSite(connection)))
  }
  const dryRunOf = (connection: SpaceConnection, fields: DeliveryFields): PageQuery => ({
    ...openSite(connection, true),
    ...start,
    spaceId: Number(connection.spaceId),
    fields,
    digest: '',
    attempt: undefined,
  })
  return {
    maxAnswerMs,
    async checkPlace(page) {
      const connection = await open(page, true)
      if (connection === undefined) return undefined
      const fields = { ...deliveryFields(page), overwrite: true }
      await withSiteErrors(() => findTarget(dryRunOf(connection, fields)), fields)
      return 'open'
    },
    async foresee(page) {
      const connection = await open(page, true)
      if (connection === undefined) return undefined
      const fields = deliveryFields(page)
      await runner.settled({ ...connection, title: fields.pageTitle }, maxSettleMs)
      const document = withWholeLinks(page.document, publicUrl())
      const query = { ...dryRunOf(connection, fields), document, digest: document.digest }
      return withSiteErrors(() => foreseePage(query, page.via), fields)
    },
    async savePage(page, entry, { withinMs, hasLeft }): Promise<Saved> {
      const connection = await open(page)
      if (connection === undefined) return { outcome: 'not-found' }
      return runner.deliver({
        connection,
        fields: deliveryFields(page),
        document: withWholeLinks(page.document, publicUrl()),
        withinMs,
        hasLeft,
        entry: { ...entry, spaceId: Number(connection.spaceId) },
      })
    },
    reservePages: (request) => {
      const { pages, writer } = request
      const wanted = { pages, userId: writer.userId }
      return ask(request, (target) => reserveRemotePages(target, wanted, maxReserveMs))
    },
    findPages: (request) => ask(request, (target) => findPages(target, request.ids)),
    arrangePages: (request) =>
      ask(request, (target) => arrangeRemotePages(target, request.parentIds, maxReserveMs)),
    async listParents(search) {
      const connection = await findConnection(database, search.spaceId)
      if (connection === undefined) return []
      const isOpen = await findSpace(database, search.spaceId, { writableBy: search })
      if (isOpen === undefined) return []
      return withSiteErrors(() => listParents(openSite(connection), search))
    },
  }
}

async function findPages(
  { site, connection }: ConnectedSite,
  ids: readonly string[],
): Promise<readonly SavedPage[]> {
  const heads = await site.findVersions(ids.filter(isRemoteId))
  const pages = [...heads.values()].filter((head) => isInSpace(connection, head))
  return pages.map((head) => savedPage(connection, head, head.id))
}

/** Titles of ancestors are left out, because each would cost a request. */
async function listParents(
  { site, connection }: ConnectedSite,
  { search, chosenId, limit }: ParentSearch,
): ReturnType<TargetWiki['listParents']> {
  const { remoteSpace } = connection
  const { homepageId } = remoteSpace
  // Punctuation may have a meaning in the site's queries.
  const words = search.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const firstIds = words === '' ? [chosenId, homepageId] : [chosenId]
  const firstPages = await Promise.all(firstIds.map((id) => (id ? site.findParent(id) : undefined)))
  const top = homepageId === undefined ? [] : site.listChildren(homepageId)
  const pages = await (words === '' ? top : site.searchPages(remoteSpace, words, limit))
  const listed = [...firstPages.filter((page) => isInSpace(connection, page)), ...pages]
  const titles = new Map(listed.map(({ id, title }) => [id, title]))
  return [...titles].slice(0, limit).map(([id, title]) => ({
    id,
    title,
    ancestors: id === homepageId ? [] : [remoteSpace.name],
  }))
}

function deliveryFields({ fields, isCreateOnly, ifMatch }: WantedPage): DeliveryFields {
  // Normalize the title, because Confluence may compare titles without normalizing.
  return { ...fields, pageTitle: fields.pageTitle.normalize('NFC'), isCreateOnly, ifMatch }
}

/**
 * @throws {RequestError} When the import would be refused.
 * @throws {ConfluenceError} When the site cannot answer.
 */
async function foreseePage(pageImport: PageImport, via: Via | undefined): Promise<Foreseen> {
  const { fields, document, connection } = pageImport
  const plan = await planPage(pageImport)
  const update = plan.kind === 'update' ? plan : undefined
  const head = plan.kind === 'untouched' ? plan.head : update?.page
  const page = head && savedPage(connection, head, fields.parentId)
  const isRefused = update?.page.isReadOnly === true && (update.needsVersion || update.needsFiles)
  const restriction = isRefused ? [warnOfRestriction()] : []
  const remarks = [...restriction, ...(update?.remarks ?? [])]
  const allWarnings = withRemarks(document.warnings, remarks)
  const { warnings } = await tellSource(pageImport, { pageId: page?.id, via }, allWarnings)
  const { titleClash } = connection.policies
  return {
    outcome: outcomeOf(pageImport, plan),
    page,
    foreseen: { ...tellPlan(pageImport, plan), titleClash },
    warnings,
    adf: () => textOf(document.adf),
  }
}

function tellPlan({ connection, document }: PageImport, plan: DeliveryPlan): AnswerForeseen {
  const { images } = document
  if (plan.kind === 'untouched') return { title: plan.head.title }
  if (plan.kind === 'landed') return { title: plan.page.title }
  const { title } = plan
  if (plan.kind !== 'update') return { title, ...fileNames(plan.kind === 'create' ? images : []) }
  const { page, planned, needsVersion } = plan
  const detached = needsVersion ? planned.comments.filter(({ isKept }) => !isKept) : []
  const isReaddressed = title !== page.title && siteKinds[connection.kind].addressesHaveTitles
  const { authorName: by, createdAt: at } = page.version
  return {
    title,
    ...(isReaddressed && { isReaddressed }),
    ...(isOfPeople(plan) && { edited: { by, at } }),
    ...(detached.length > 0 && { detaches: detached.map(({ quoted }) => quoted) }),
    ...fileNames(missingFiles(images, plan.files)),
  }
}

/** A page without a record may still be ours: an abandoned first import may have written it. */
function isOfPeople(plan: PlannedUpdate): boolean {
  return isFirstImport(plan) ? !isOfImport(plan.page.version) : plan.isEdited
}

function fileNames(files: PageImport['document']['images']): Pick<AnswerForeseen, 'files'> {
  if (files.length === 0) return {}
  return { files: files.map(({ sha256, type, name }) => attachmentName(sha256, type, name)) }
}
