/** Starts a simulated site of Confluence. @module */
import { randomUUID } from 'node:crypto'
import type { SiteKind } from '../../../src/wiki/pages/recorded-pages.ts'
import { adfBody } from './adf-body.ts'
import { cloudPageRoutes, readJson } from './cloud-pages.ts'
import { cloudFolderRoutes, cloudPartRoutes } from './cloud-parts.ts'
import { cloudV1Routes } from './cloud-v1.ts'
import type { StoredContent } from './content.ts'
import { attachFiles, deleteFile } from './content-parts.ts'
import { ContentStore, newUuid } from './content-store.ts'
import { dataCenterContentRoutes, dataCenterPartRoutes } from './data-center-parts.ts'
import { type Answer, type Call, type Route, route } from './exchange.ts'
import { type Opener, refuse } from './faults.ts'
import {
  cloudV1Refusal,
  dataCenterRefusal,
  Refusal,
  v1Error,
  v2Error,
  v2Refusal,
} from './refusal.ts'
import type {
  ConfluenceSimulator,
  SimulatedPage,
  SimulatorHands,
  SimulatorSwitches,
} from './simulator.ts'
import type { Account, Site } from './site.ts'
import { startSiteServer } from './site-server.ts'
import { storageBody } from './storage-body.ts'
import { v1Routes } from './v1-routes.ts'

const account: Account = {
  id: '712020:00000000-0000-4000-8000-00000000000a',
  name: 'Markport Bot',
}
const human: Account = {
  id: '712020:00000000-0000-4000-8000-00000000000b',
  name: 'Ada Person',
}

export async function startConfluence(
  kind: SiteKind,
  switches: Partial<SimulatorSwitches> = {},
): Promise<ConfluenceSimulator> {
  const all = { ...defaultSwitches(kind), ...switches }
  const body = kind === 'cloud' ? adfBody(all) : storageBody
  const store = new ContentStore(body, all, [account, human])
  const space = store.addSpace('ENG', 'Engineering', human.id)
  const cloudId = randomUUID()
  const email = kind === 'cloud' ? 'bot@example.com' : undefined
  const opener = { kind, email, token: `token-${randomUUID()}` }
  const requests: ConfluenceSimulator['requests'] = []
  const watcher: Pick<ConfluenceSimulator, 'watch'> = { watch: () => undefined }
  const context = kind === 'cloud' ? '/wiki' : '/confluence'
  const server = await startSiteServer((origin) => {
    const site = { store, base: origin + context, context, cloudId, account }
    return {
      switches: all,
      requests,
      gateway: `/ex/confluence/${cloudId}`,
      watch: (moment) => watcher.watch(moment),
      carryOut: makeCarrier(site, opener),
    }
  })
  return Object.assign(watcher, {
    ...opener,
    accountId: account.id,
    baseUrl: server.origin + context,
    spaceId: space.id,
    spaceKey: space.key,
    homepageId: space.homepageId,
    cloudId,
    switches: all,
    requests,
    ...handsOf(store),
    stop: server.stop,
  })
}

function defaultSwitches(kind: SiteKind): SimulatorSwitches {
  return {
    restore: 'works',
    trashedTitleReserves: false,
    sameBodyMakesVersion: false,
    putEcho: 'as-stored',
    titleLookupLagMs: 0,
    propertyConflicts: 0,
    archivedParent: 'taken',
    restrictedPages: [],
    restrictedWords: 'named',
    optimisticLocks: 0,
    burstPerSecond: {},
    retryAfterSeconds: 1,
    dropAnswers: 0,
    dropRequests: 0,
    failures: { count: 0, status: 503 },
    failing: 'all',
    delayMs: 0,
    refuseCredential: 'no',
    keepsUpdates: true,
    unknownMedia: 'kept',
    removedCalls: undefined,
    hasScopes: false,
    commentMakesVersion: true,
    knowsIds: true,
    moveAction: 'works',
    wantsNoCheck: true,
    commentsWantPlace: true,
    v2HasGaps: true,
    tellsLimits: false,
    release: '10.2.7',
    siblings: kind === 'cloud' ? 'as-made' : 'by-title',
    clockAheadMs: 0,
  }
}

function makeCarrier(site: Site, opener: Opener): (call: Call) => Answer {
  const isCloud = opener.kind === 'cloud'
  const own = isCloud
    ? [
        ...cloudPageRoutes(site),
        ...cloudFolderRoutes(site),
        ...cloudPartRoutes(site),
        ...cloudV1Routes(site),
        inlineCommentRoute(site),
      ]
    : [...dataCenterContentRoutes(site), ...dataCenterPartRoutes(site)]
  const routes = [...own, ...v1Routes(site)]
  return (call) => {
    const { pathname } = new URL(call.path, 'http://localhost')
    if (isCloud && pathname === '/_edge/tenant_info')
      return { status: 200, body: { cloudId: site.cloudId } }
    const root = call.prefix + site.context
    if (!pathname.startsWith(`${root}/`)) return { status: 404, text: 'Not Found' }
    const refused = refuse(opener, site.store.switches, call)
    if (refused !== undefined) return refused
    if (site.store.switches.removedCalls?.test(`${call.method} ${call.path}`)) return gone
    const path = pathname.slice(root.length)
    const words = !isCloud
      ? dataCenterRefusal
      : path.startsWith('/api/v2')
        ? v2Refusal
        : cloudV1Refusal
    try {
      const answered = answerRoute(routes, path, call)
      return answered ?? (isCloud ? v2Error(404, 'Not Found') : v1Error(404, 'null for uri'))
    } catch (error) {
      if (error instanceof Refusal) return words(error.reason)
      return { status: 500, text: `<html><body>${String(error)}</body></html>` }
    }
  }
}

const removal = 'GoneException: This deprecated endpoint has been removed.'
const gone: Answer = {
  status: 410,
  body: { statusCode: 410, message: `com.atlassian.confluence.rest.${removal}` },
}

function answerRoute(routes: readonly Route[], path: string, call: Call): Answer | undefined {
  for (const { method, pattern, handler } of routes) {
    const match = method === call.method ? pattern.exec(path) : null
    if (match === null) continue
    const params = Object.entries(match.groups ?? {})
    const decoded = params.map(([name, value]) => [name, decodeURIComponent(value)])
    return handler({ ...call, params: Object.fromEntries(decoded) })
  }
  return undefined
}

function handsOf(store: ContentStore): SimulatorHands {
  const body = (id: string) => store.page(id).versions.at(-1)!.body
  return {
    pages: () => store.pages().map(seen),
    page: (id) => seen(store.page(id)),
    children: (id) => store.children(id).map(seen),
    addSpace: (key) => store.addSpace(key, `Space ${key}`, human.id),
    addPage({ title, parentId, body: text, spaceKey }) {
      const space = store.spaceByKey(spaceKey ?? store.spaces[0]!.key)
      const added = store.create({
        spaceId: space.id,
        parentId: parentId ?? space.homepageId,
        title,
        body: text ?? store.body.empty,
        authorId: human.id,
      })
      return seen(added)
    },
    addFolder(title, parentId) {
      const [space] = store.spaces
      return store.addFolder(space!.id, title, parentId ?? space!.homepageId, human.id)
    },
    editorSave(id) {
      store.write(id, store.body.editorSave(body(id)), human.id)
    },
    humanEdit(id, block, change) {
      store.write(id, store.body.changeBlock(body(id), block, change), human.id)
    },
    addInlineComment: (id, text, nth = 0) =>
      addInlineComment(store, id, { text, nth, authorId: human.id }),
    addFooterComment: (id) => void store.page(id).footerComments.push(store.newId()),
    anchoredComments(id) {
      const markers = store.body.markers(body(id))
      return store
        .page(id)
        .comments.map((one) => one.marker)
        .filter((marker) => markers.includes(marker))
    },
    move: (id, parentId) => store.move(id, 'append', parentId),
    moveBefore: (id, targetId) => store.move(id, 'before', targetId),
    archive: (id) => store.archive(id),
    trash: (id) => store.trash(id),
    attach(id, file) {
      const [attached] = attachFiles(store, store.page(id), [file])
      return attached!.fileIds[0]!
    },
    deleteFile: (id, name) => deleteFile(store, id, name),
  }
}

function seen(page: StoredContent): SimulatedPage {
  const { id, title, spaceId, parentId, status } = page
  return {
    id,
    title,
    spaceId,
    parentId,
    status,
    versions: page.versions,
    labels: [...page.labels],
    properties: Object.fromEntries(page.properties.map((one) => [one.key, one.value])),
    attachments: page.attachments.map(({ name, mediaType, bytes }) => ({ name, mediaType, bytes })),
  }
}

function addInlineComment(
  store: ContentStore,
  id: string,
  { text, nth, authorId }: { text: string; nth: number; authorId: string },
): string {
  const page = store.page(id)
  const marker = newUuid()
  const marked = store.body.addMarker(page.versions.at(-1)!.body, text, nth, marker)
  if (store.switches.commentMakesVersion) store.write(id, marked, authorId)
  else store.rewrite(id, marked)
  page.comments.push({ id: store.newId(), marker, quoted: text })
  return marker
}

function inlineCommentRoute({ store, account }: Site): Route {
  return route('POST', '/api/v2/inline-comments', (call) => {
    const { pageId, inlineCommentProperties } = readJson(call) as {
      pageId?: string
      inlineCommentProperties?: { textSelection?: string; textSelectionMatchIndex?: number }
    }
    const { textSelection = '', textSelectionMatchIndex = 0 } = inlineCommentProperties ?? {}
    const comment = { text: textSelection, nth: textSelectionMatchIndex, authorId: account.id }
    addInlineComment(store, String(pageId), comment)
    const { id } = store.page(String(pageId)).comments.at(-1)!
    return { status: 200, body: { id, status: 'current', pageId } }
  })
}
