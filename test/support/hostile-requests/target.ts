/** The service under attack: a process of its own on a store of its own, and what senders know of it. @module */
import type { DatabaseOptions } from '../../../src/store/open-database.ts'
import type { Space } from '../../../src/wiki/import/target-wiki.ts'
import { untilNotBusy } from '../base/wait-until.ts'
import { cookiesOf, webClient } from '../browser/web-client.ts'
import { prepareStore, userPassword } from '../prepared-store.ts'
import { send, validImport } from '../service/test-server.ts'

export interface Target {
  readonly origin: URL
  readonly endpointPath: string
  readonly space: Space
  readonly credentials: Credentials
  importBody(fields?: Record<string, unknown>): string
  page(title: string, markdown: string): Promise<string>
  /** The header with the session of somebody who may write. */
  writer(): Promise<string>
}

export interface Credentials {
  readonly api: string
  readonly host: string
}

export interface Preparation {
  readonly space: Space
  readonly credentials: Credentials
  readonly pages: Map<string, string>
}

export const writerName = 'writer'

export async function prepareTarget(store: DatabaseOptions): Promise<Preparation> {
  const { database, ...prepared } = await prepareStore(store)
  const host = await prepared.createHostToken('client')
  const writer = await prepared.createUser(writerName)
  await prepared.grant(writer, prepared.space, 'write')
  await database.close()
  return {
    space: prepared.space,
    credentials: {
      api: `Authorization: Bearer ${prepared.token}`,
      host: `Authorization: Bearer ${host.token}`,
    },
    pages: new Map(),
  }
}

export function makeTarget(
  service: { url: string; endpoint: string },
  { space, credentials, pages }: Preparation,
): Target {
  const importBody: Target['importBody'] = (fields) =>
    JSON.stringify({ ...validImport({ space }), overwrite: true, ...fields })
  return {
    origin: new URL(service.url),
    endpointPath: new URL(service.endpoint).pathname,
    space,
    credentials,
    importBody,
    async page(title, markdown) {
      const key = `${title}\n${markdown}`
      const known = pages.get(key)
      if (known !== undefined) return known
      const body = importBody({ pageTitle: title, content: markdown })
      const id = await importPage(service.endpoint, credentials.api, body)
      pages.set(key, id)
      return id
    },
    async writer() {
      const browser = webClient(service.url)
      const { status } = await browser.signIn(writerName, userPassword)
      if (status !== 303) throw new Error(`the writer cannot sign in: ${status}`)
      return `Cookie: ${cookiesOf(browser)}`
    },
  }
}

async function importPage(endpoint: string, credential: string, body: string): Promise<string> {
  const headers = { authorization: credential.replace('Authorization: ', '') }
  const { json } = await untilNotBusy(() => send(endpoint, body, headers))
  if (json.page === undefined) throw new Error(`a page cannot be made: ${json.body}`)
  return json.page.id
}
