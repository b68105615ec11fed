/** Prepared documents on their way between processes: texts and images as bytes. @module */
import type { Database } from '../database/database.ts'
import type { Message } from '../isolation/frames.ts'
import {
  type PreparedDocument,
  placedDocument,
  type StorableDocument,
  storableDocument,
} from './storable-document.ts'

interface DocumentHead
  extends Pick<PreparedDocument, 'contentHash' | 'shown' | 'references' | 'warnings'> {
  readonly images: readonly { readonly sha256: string; readonly type: string }[]
}

/**
 * Put a document into a message.
 * @param document The document.
 */
export function documentMessage(document: PreparedDocument): Message {
  const { adf, markdown, indexed, images, ...rest } = document
  const head: DocumentHead = {
    ...rest,
    images: images.map(({ sha256, type }) => ({ sha256, type })),
  }
  const texts = [adf, markdown, indexed.text, indexed.words].map((text) => Buffer.from(text))
  return { value: head, parts: [...texts, ...images.map(({ bytes }) => bytes)] }
}

/**
 * Read a document from a message.
 * @param message What `documentMessage` made.
 */
export function readDocumentMessage({ value, parts }: Message): PreparedDocument {
  const { images, ...head } = value as DocumentHead
  const [adf = '', markdown = '', text = '', words = ''] = parts.slice(0, textCount).map(textOf)
  return {
    ...head,
    adf,
    markdown,
    indexed: { text, words },
    images: images.map((image, index) => ({
      ...image,
      // Its own copy: handed to another thread, a part would take the whole message along.
      bytes: new Uint8Array(parts[textCount + index] as Uint8Array),
    })),
  }
}

const textCount = 4

/**
 * Read a part as text.
 * @param part UTF-8, which our own side wrote.
 */
export function textOf(part: Uint8Array | undefined): string {
  return part === undefined
    ? ''
    : Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString()
}

/**
 * Put the addresses of images in place of references, in a worker.
 * @param call Title, key of the space and known digests; the ADF and the Markdown.
 */
export function placeImages({ value, parts: [adf, markdown] }: Message): Message {
  const { title, ...place } = value as { title: string; spaceKey: string; known: string[] }
  const page = { title, adf: textOf(adf), markdown: textOf(markdown) }
  const { adf: placed, ...rest } = placedDocument(page, place)
  return { value: rest, parts: [Buffer.from(placed)] }
}

/**
 * Make of ADF what the store keeps of it, in a worker.
 * @param call The title and the engine; the ADF.
 */
export function indexDocument({ value, parts: [adf] }: Message): Message {
  const { title, engine } = value as { title: string; engine: Database['engine'] }
  const page = { title, markdown: null, adf: textOf(adf) }
  const { contentHash, shown, indexed } = storableDocument(page, engine)
  const parts = [indexed.text, indexed.words].map((text) => Buffer.from(text))
  return { value: { contentHash, shown }, parts }
}

/**
 * Read what `indexDocument` made.
 * @param adf The ADF that it was asked about.
 * @param message Its answer.
 */
export function readIndexMessage(adf: string, { value, parts }: Message): StorableDocument {
  const head = value as Pick<StorableDocument, 'contentHash' | 'shown'>
  return { ...head, adf, indexed: { text: textOf(parts[0]), words: textOf(parts[1]) } }
}
