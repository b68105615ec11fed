/** The costly work of the embedded wiki, as the service asks workers for it. @module */

import type { Database } from '../database/database.ts'
import type { EngineName } from '../database/dialect.ts'
import type { StorableDocument, Utf8Document } from '../importing/prepared-document.ts'
import type { PageToSave, Place } from '../importing/target-wiki.ts'
import { type Message, textOf } from '../isolation/frames.ts'
import type { TaskName } from '../isolation/tasks.ts'
import type { Workers } from '../isolation/workers.ts'
import type { PlacedHit } from './reader/search/place-hits.ts'
import { findDigests } from './store/attachments/attachments.ts'

/** Every promise fails with `bad-request` for content beyond a limit, `unavailable` when too much waits. */
export interface EmbeddedWork {
  /** Put the addresses that images have in a space in place of references. */
  placeImages(
    document: Utf8Document,
    place: { title: string; spaceKey: string; known: readonly string[] },
  ): Promise<Utf8Document>
  /** Make of ADF what the store keeps of it. */
  indexDocument(title: string, adf: string): Promise<StorableDocument>
  /** Find the places of what was asked for; see `placesToFind`. */
  findPlaces(call: Message): Promise<readonly PlacedHit[]>
  /** Make HTML or other text by a task whose result is one text. */
  show(task: TaskName, call: Message): Promise<string>
}

/** Have the embedded wiki's work done by workers. */
export function embeddedWork(workers: Workers, engine: EngineName): EmbeddedWork {
  return {
    async placeImages(document, place) {
      const parts = [document.adf, document.markdown]
      const placed = await workers.convert('place-images', { value: place, parts })
      return {
        ...document,
        ...(placed.value as object),
        adf: new Uint8Array(placed.parts[0] as Uint8Array),
      }
    },
    async indexDocument(title, adf) {
      const call = { value: { title, engine }, parts: [Buffer.from(adf)] }
      const { value, parts } = await workers.convert('index-document', call)
      const head = value as Pick<StorableDocument, 'shown' | 'references'>
      const [text, headings, words] = parts.map(textOf) as [string, string, string]
      return { ...head, adf, indexed: { text, headings, words } }
    },
    findPlaces: async (call) =>
      (await workers.show('find-places', call)).value as readonly PlacedHit[],
    show: async (task, call) => textOf((await workers.show(task, call)).parts[0]),
  }
}

/** Place the images of a page. */
export async function placePageImages(
  { database, workers }: { database: Database; workers: Pick<EmbeddedWork, 'placeImages'> },
  { space }: Pick<Place, 'space'>,
  { fields: { pageTitle: title }, document }: PageToSave,
): Promise<Utf8Document> {
  const { references, images } = document
  if (references.length === 0) return document
  const brought = new Set(images.map(({ sha256 }) => sha256))
  // A page's Markdown, read here and imported again, names what the space has already.
  const others = references.filter((sha256) => !brought.has(sha256))
  const known = [...brought, ...(await findDigests(database, Number(space.id), others))]
  return workers.placeImages(document, { title, spaceKey: space.key, known })
}
