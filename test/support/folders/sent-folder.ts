/** Folders as a browser sends them to the import form. @module */
import { cookiesOf, type WebClient } from '../browser/web-client.ts'

export type SentFiles = Readonly<Record<string, string | Buffer>>

/** A line of JSON that names the files, and their bytes. */
export function folderBody(head: object, files: SentFiles): Buffer {
  const all = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const)
  const list = all.map(([path, { length }]) => ({ path, bytes: length }))
  const line = `${JSON.stringify({ name: 'docs', source: 'docs', files: list, ...head })}\n`
  return Buffer.concat([Buffer.from(line), ...all.map(([, bytes]) => bytes)])
}

export interface FolderPlace {
  readonly spaceId: string
  readonly parentId: string
}

/** What a visitor sends who has signed in. */
export async function folderSender(
  url: string,
  visitor: WebClient,
  space: { readonly id: string; readonly homepageId: string },
) {
  const place: FolderPlace = { spaceId: space.id, parentId: space.homepageId }
  const headers = {
    accept: 'application/json',
    origin: url,
    'sec-fetch-site': 'same-origin',
    cookie: cookiesOf(visitor),
  }
  return {
    place,
    headers,
    send: (files: SentFiles, head: object = {}, init: RequestInit = {}): Promise<Response> =>
      fetch(`${url}/import/folder`, {
        ...{
          method: 'POST',
          headers,
          body: new Uint8Array(folderBody({ ...place, ...head }, files)),
        },
        ...init,
      }),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into events of every type
export type SentEvent = any

export async function eventsOf(answer: Response): Promise<SentEvent[]> {
  const lines = (await answer.text()).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

/** Outcomes of the pages, by their files. */
export function outcomesOf(events: readonly SentEvent[]): Record<string, string> {
  const pages = events.filter(({ type }) => type === 'page')
  return Object.fromEntries(pages.map(({ file, outcome }) => [file, outcome]))
}
