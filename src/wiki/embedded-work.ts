/** Work that the embedded wiki passes to workers. @module */
import { type Message, type TaskName, textOf, type Workers } from '../contract/base/message.ts'
import type { Database } from '../store/database.ts'
import type { EngineName } from '../store/dialects.ts'
import type { DocumentExtract, Utf8Document } from './import/prepared-document.ts'
import type { PageToSave, SourceEdits, Space } from './import/target-wiki.ts'
import type { PlacedHit } from './pages/search/place-hits.ts'
import { findDigests } from './store/attachments/attachments.ts'

/** Promises reject with `bad-request` beyond a limit, `unavailable` under load. */
export interface EmbeddedWork extends ReturnType<typeof embeddedWork> {}

export function embeddedWork(workers: Workers, engine: EngineName) {
  return {
    async placeImages(
      document: Utf8Document,
      place: { title: string; spaceKey: string; known: readonly string[] },
    ): Promise<Utf8Document> {
      const parts = [document.adf, document.markdown]
      const result = await workers.convert('place-images', { value: place, parts })
      return {
        ...document,
        ...(result.value as object),
        adf: new Uint8Array(result.parts[0] as Uint8Array),
      }
    },
    async indexDocument(title: string, adf: string): Promise<DocumentExtract['indexed']> {
      const call = { value: { title, engine }, parts: [Buffer.from(adf)] }
      const { parts } = await workers.convert('index-document', call)
      const [text, headings, words] = parts.map(textOf) as [string, string, string]
      return { text, headings, words }
    },
    findPlaces: async (call: Message) =>
      (await workers.show('find-places', call)).value as readonly PlacedHit[],
    async findLineEdits(before: string, after: string): Promise<SourceEdits['edits']> {
      const call = { value: null, parts: [Buffer.from(before), Buffer.from(after)] }
      return (await workers.show('find-line-edits', call)).value as SourceEdits['edits']
    },
    show: async (task: TaskName, call: Message): Promise<string> =>
      textOf((await workers.show(task, call)).parts[0]),
  }
}

export async function placePageImages(
  { database, workers }: { database: Database; workers: Pick<EmbeddedWork, 'placeImages'> },
  { space }: { readonly space: Space },
  { fields: { pageTitle: title }, document }: PageToSave,
): Promise<Utf8Document> {
  const { references, images } = document
  if (references.length === 0) return document
  const sentDigests = new Set(images.map(({ sha256 }) => sha256))
  // Text copied from a page of this wiki refers to images that the space already has.
  const otherDigests = references.filter((sha256) => !sentDigests.has(sha256))
  const knownDigests = [
    ...sentDigests,
    ...(await findDigests(database, Number(space.id), otherDigests)),
  ]
  return workers.placeImages(document, { title, spaceKey: space.key, known: knownDigests })
}
