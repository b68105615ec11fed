/** What is asked of a site, and what a probe is given for it. @module */
import type { ConfluenceSite, RemotePage, RemoteSpace } from '../../src/confluence/site.ts'
import type { SiteClient } from '../../src/confluence/wire/site-client.ts'
import type { SiteKind } from '../../src/wiki/pages/recorded-pages.ts'
import type { SimulatorSwitches } from '../../test/support/confluence/simulator.ts'

/** One question to a site. */
export interface Probe {
  readonly name: string
  readonly question: string
  /** The switch of the simulator that says the same. */
  readonly switch?: keyof SimulatorSwitches
  /** Where it can be asked; everywhere when left out. */
  readonly kind?: SiteKind
  ask(context: ProbeContext): Promise<ProbeAnswer>
}

/** What a site did. */
export interface ProbeAnswer {
  readonly value: string | number | boolean
  /** What it said, in its own words; empty where that says no more. */
  readonly told: string
}

export interface ProbeContext {
  readonly site: ConfluenceSite
  /** Sends what `ConfluenceSite` has no method for. */
  readonly client: SiteClient
  /** Sends a request with the credential alone. */
  sendPlain(path: string, request?: { method?: string; body?: FormData }): Promise<Response>
  /** The same site with a token that it never gave out. */
  readonly stranger: ConfluenceSite
  readonly space: RemoteSpace
  /** The page that all others of this run stand below. */
  readonly rootId: string
  /** Make a title that nobody has. */
  newTitle(): string
  /** Create a page, which is taken away when all is over. */
  create(page?: NewProbePage): Promise<RemotePage>
  /** Change the body of a page. */
  update(page: RemotePage, body: string): Promise<RemotePage>
  read(id: string): Promise<RemotePage>
}

export interface NewProbePage {
  readonly title?: string
  readonly body?: string
  readonly parentId?: string
}
