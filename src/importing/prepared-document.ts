/** What became of Markdown, and its way between processes: texts and images as bytes. @module */
import { completePageLinks } from '../adf/page-links.ts'
import type { EngineName } from '../database/dialect.ts'
import { encodeFrame, type Frame, frameReader, type Message, textOf } from '../isolation/frames.ts'
import type { AnswerWarning } from './contract.ts'

/** What the store keeps of a document beside its ADF, which is costly to find out. */
export interface DocumentExtract<Text = string> {
  /** Digests of the attachments that it shows. */
  readonly shown: readonly string[]
  /** Digests that it names by a reference, which the wiki puts addresses in place of. */
  readonly references: readonly string[]
  /** What search knows of it; see `IndexedText`. */
  readonly indexed: { readonly text: Text; readonly headings: Text; readonly words: Text }
}

export interface StorableDocument<Text = string> extends DocumentExtract<Text> {
  /** ADF as JSON text. */
  readonly adf: Text
}

/** Finds out what the store keeps of a page's title, its ADF as JSON text, and its text where that is known. */
export type ExtractDocument = (
  page: { readonly title: string; readonly adf: Uint8Array; readonly text?: string },
  engine: EngineName,
) => DocumentExtract

export interface PreparedDocument<Text = string> extends StorableDocument<Text> {
  /** See `sourceDigest`. */
  readonly digest: string
  readonly markdown: Text
  readonly warnings: readonly AnswerWarning[]
  /** Images and files that came with it. */
  readonly images: readonly Attachment[]
}

/** A document on its way to the store: nobody reads its texts here, so they stay UTF-8. */
export type Utf8Document = PreparedDocument<Uint8Array<ArrayBuffer>>

export interface Attachment {
  /** Digest of its bytes, in hexadecimal. */
  readonly sha256: string
  /** Media type, by its content. */
  readonly type: string
  readonly bytes: Uint8Array
  /** Of a linked file: what it is called. */
  readonly name?: string
}

interface DocumentHead
  extends Pick<PreparedDocument, 'digest' | 'shown' | 'references' | 'warnings'> {
  readonly images: readonly Omit<Attachment, 'bytes'>[]
}

/** Complete a document's links to pages of the embedded wiki, for a wiki elsewhere. */
export function withWholeLinks(document: Utf8Document, publicUrl: string): Utf8Document {
  const adf = textOf(document.adf)
  const whole = completePageLinks(adf, `${publicUrl}/wiki`)
  return whole === adf ? document : { ...document, adf: new Uint8Array(Buffer.from(whole)) }
}

/** Put a document into a message. */
export function documentMessage(document: Utf8Document): Message {
  const { adf, markdown, indexed, images, ...rest } = document
  const head: DocumentHead = {
    ...rest,
    images: images.map(({ bytes: _, ...image }) => image),
  }
  const texts = [adf, markdown, indexed.text, indexed.headings, indexed.words]
  return { value: head, parts: [...texts, ...images.map(({ bytes }) => bytes)] }
}

/** Read a document from a message. */
export function readDocumentMessage({ value, parts, isAlone }: Message): Utf8Document {
  const { images, ...head } = value as DocumentHead
  const [adf, markdown, text, headings, words, ...files] = (isAlone ? parts : ownCopies(parts)) as [
    ...Texts,
    ...Bytes[],
  ]
  return {
    ...head,
    adf,
    markdown,
    indexed: { text, headings, words },
    images: images.map((image, index) => ({ ...image, bytes: files[index] as Bytes })),
  }
}

type Bytes = Uint8Array<ArrayBuffer>
type Texts = [adf: Bytes, markdown: Bytes, text: Bytes, headings: Bytes, words: Bytes]

/** In one buffer of their own: handed to another thread, parts would take the whole of theirs along. */
function ownCopies(parts: readonly Uint8Array[]): Bytes[] {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let end = 0
  return parts.map((part) => {
    all.set(part, end)
    end += part.byteLength
    return all.subarray(end - part.byteLength, end)
  })
}

/** Write a document as the store keeps it until it is sent. */
export function documentBytes(document: Utf8Document): Uint8Array {
  return Buffer.concat(encodeFrame({ id: 0, kind: 'result', ...documentMessage(document) }))
}

/** Read it again. */
export function readDocumentBytes(bytes: Uint8Array): Utf8Document {
  let read: Frame | undefined
  frameReader((frame) => {
    read = frame
  })(Buffer.from(bytes))
  return readDocumentMessage(read as Frame)
}
