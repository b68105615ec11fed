/** The content of a simulated site, with the rules that hold on Cloud and Data Center alike. @module */
import { randomUUID } from 'node:crypto'
import type { StoredContent, StoredSpace, StoredVersion } from './content.ts'
import { checkFree, checkParent, checkTitle, checkWrite, isSameTitle } from './content-checks.ts'
import { Refusal } from './refusal.ts'
import type { SimulatorSwitches } from './simulator.ts'
import type { Account } from './site.ts'
import type { BodyPage, SiteBody } from './site-body.ts'

export class ContentStore {
  readonly body: SiteBody
  readonly switches: SimulatorSwitches
  readonly accounts: readonly Account[]
  readonly spaces: StoredSpace[] = []
  readonly content: Map<string, StoredContent> = new Map()
  #nextId = 131_073

  constructor(body: SiteBody, switches: SimulatorSwitches, accounts: readonly Account[]) {
    this.body = body
    this.switches = switches
    this.accounts = accounts
  }

  newId(): string {
    const id = this.#nextId
    this.#nextId += 33
    return String(id)
  }

  now(): string {
    return new Date(Date.now() + this.switches.clockAheadMs).toISOString()
  }

  addSpace(key: string, name: string, authorId: string): StoredSpace {
    const id = this.newId()
    const home = this.#add({
      kind: 'page',
      spaceId: id,
      parentId: undefined,
      title: name,
      authorId,
    })
    home.versions = [this.#version(1, '', this.body.empty, authorId)]
    const space = { id, key, name, homepageId: home.id }
    this.spaces.push(space)
    return space
  }

  space(id: string): StoredSpace {
    const space = this.spaces.find((one) => one.id === id)
    if (space === undefined) throw new Refusal({ kind: 'no-space', id })
    return space
  }

  spaceByKey(key: string): StoredSpace {
    const space = this.spaces.find((one) => one.key.toLowerCase() === key.toLowerCase())
    if (space === undefined) throw new Refusal({ kind: 'no-space', id: key })
    return space
  }

  page(id: string): StoredContent {
    const found = this.content.get(id)
    if (found?.kind !== 'page') throw new Refusal({ kind: 'no-page', id })
    return found
  }

  pages(): StoredContent[] {
    return [...this.content.values()].filter((one) => one.kind === 'page')
  }

  children(id: string): StoredContent[] {
    return [...this.content.values()]
      .filter((one) => one.parentId === id && one.status === 'current')
      .sort((a, b) => this.#compareSiblings(a, b))
  }

  /** Data Center sorts by title until a page is moved. */
  #compareSiblings(a: StoredContent, b: StoredContent): number {
    const byPlace = a.position - b.position
    if (this.switches.siblings === 'as-made') return byPlace
    if (a.position >= 0 && b.position >= 0) return byPlace
    if (a.position < 0 && b.position < 0) return a.title.localeCompare(b.title)
    return a.position < 0 ? 1 : -1
  }

  findByTitle(title: string, statuses: readonly string[]): StoredContent[] {
    const known = performance.now() - this.switches.titleLookupLagMs
    return this.pages().filter(
      (one) =>
        title !== '' &&
        isSameTitle(one.title, title) &&
        statuses.includes(one.status) &&
        one.titledAt <= known,
    )
  }

  create(wanted: {
    spaceId: string
    parentId: string | undefined
    title: string
    body: string
    authorId: string
  }): StoredContent {
    const { spaceId, title, authorId } = wanted
    this.space(spaceId)
    const { parentId } = wanted
    if (parentId !== undefined) checkParent(this, parentId, spaceId)
    checkTitle(title)
    checkFree(this, spaceId, title)
    checkWrite(this, wanted.body)
    const body = this.body.apiSave(wanted.body, this.#bodyPage(undefined, spaceId))
    const page = this.#add({ kind: 'page', spaceId, parentId, title, authorId })
    page.versions = [this.#version(1, '', body, authorId)]
    return page
  }

  addFolder(
    spaceId: string,
    title: string,
    parentId: string | undefined,
    authorId: string,
  ): StoredContent {
    const folder = this.#add({ kind: 'folder', spaceId, parentId, title, authorId })
    folder.versions = [this.#version(1, '', '', authorId)]
    return folder
  }

  update(
    id: string,
    wanted: {
      title: string
      parentId: string | undefined
      body: string
      version: number
      message: string
      authorId: string
    },
  ): StoredContent {
    const page = this.page(id)
    if (page.status === 'archived')
      throw new Refusal({ kind: 'bad-request', message: 'Can not find draft with current content' })
    const current = page.versions.at(-1)!
    if (!this.switches.keepsUpdates) return page
    const number = current.number + 1
    if (wanted.version !== number)
      throw new Refusal({ kind: 'stale', current: current.number, provided: wanted.version })
    if (wanted.parentId === id)
      throw new Refusal({ kind: 'bad-request', message: 'Can not set page as its own parent' })
    const isMoved = wanted.parentId !== undefined && wanted.parentId !== page.parentId
    if (isMoved) checkParent(this, wanted.parentId!, page.spaceId)
    checkTitle(wanted.title)
    checkFree(this, page.spaceId, wanted.title, id)
    checkWrite(this, wanted.body)
    if (page.status === 'trashed') {
      if (this.switches.restore === 'refused') throw new Refusal({ kind: 'no-page', id })
      page.status = 'current'
      page.parentId = this.space(page.spaceId).homepageId
      return page
    }
    const body = this.body.apiSave(wanted.body, this.#bodyPage(page, page.spaceId))
    const isTitleNew = page.title !== wanted.title
    const isSame = !isMoved && !isTitleNew && this.body.isSame(body, current.body)
    if (isTitleNew) page.titledAt = performance.now()
    page.title = wanted.title
    if (isMoved) this.#place(page, wanted.parentId)
    if (isSame && !this.switches.sameBodyMakesVersion) return page
    const { message, authorId } = wanted
    page.versions = [...page.versions, this.#version(number, message, body, authorId)]
    return page
  }

  write(id: string, body: string, authorId: string): void {
    const page = this.page(id)
    const { number } = page.versions.at(-1)!
    page.versions = [...page.versions, this.#version(number + 1, '', body, authorId)]
  }

  rewrite(id: string, body: string): void {
    const page = this.page(id)
    page.versions = page.versions.with(-1, { ...page.versions.at(-1)!, body })
  }

  move(id: string, where: 'before' | 'after' | 'append', targetId: string): void {
    const page = this.content.get(id)
    const target = this.content.get(targetId)
    if (page === undefined) throw new Refusal({ kind: 'no-page', id })
    if (target === undefined) throw new Refusal({ kind: 'no-page', id: targetId })
    page.spaceId = target.spaceId
    if (where === 'append') {
      this.#place(page, targetId)
      return
    }
    const siblings = this.children(target.parentId ?? '').filter((one) => one !== page)
    const at = siblings.indexOf(target) + (where === 'after' ? 1 : 0)
    page.parentId = target.parentId
    for (const [position, one] of siblings.toSpliced(at, 0, page).entries()) one.position = position
  }

  archive(id: string): void {
    this.page(id).status = 'archived'
  }

  /** Children move up a level. */
  trash(id: string): void {
    const page = this.page(id)
    for (const child of this.content.values())
      if (child.parentId === id) child.parentId = page.parentId
    page.status = 'trashed'
    page.parentId = undefined
  }

  #bodyPage(page: StoredContent | undefined, spaceId: string): BodyPage {
    return {
      id: page?.id ?? '',
      files: (page?.attachments ?? []).map((one) => ({ ...one, size: one.bytes.byteLength })),
      find: ({ id, title }) => {
        const found = this.pages().find((one) =>
          id === undefined ? one.spaceId === spaceId && one.title === title : one.id === id,
        )
        return found && { title: found.title, version: found.versions.at(-1)!.number }
      },
      mentionOf: (accountId) => {
        const account = this.accounts.find((one) => one.id === accountId)
        return account && `@${account.name}`
      },
    }
  }

  #place(page: StoredContent, parentId: string | undefined): void {
    const last = this.children(parentId ?? '').at(-1)
    page.parentId = parentId
    page.position = this.switches.siblings === 'by-title' ? -1 : (last?.position ?? -1) + 1
  }

  #add(
    wanted: Pick<StoredContent, 'kind' | 'spaceId' | 'parentId' | 'title' | 'authorId'>,
  ): StoredContent {
    const added: StoredContent = {
      id: this.newId(),
      ...wanted,
      status: 'current',
      position: 0,
      titledAt: performance.now(),
      versions: [],
      labels: new Set(),
      properties: [],
      attachments: [],
      comments: [],
      footerComments: [],
    }
    this.#place(added, wanted.parentId)
    this.content.set(added.id, added)
    return added
  }

  #version(number: number, message: string, body: string, authorId: string): StoredVersion {
    return { number, message, body, authorId, createdAt: this.now() }
  }
}

export function newUuid(): string {
  return randomUUID()
}
