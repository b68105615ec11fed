/** A converted document, and its form between processes: texts and images as bytes. @module */
import { deserialize, serialize } from 'node:v8'
import type { AnswerWarning } from '../../contract/answers.ts'
import { type Message, textOf } from '../../contract/base/message.ts'
import { completePageLinks } from '../../convert/adf/page-links.ts'
import type { EngineName } from '../../store/dialects.ts'

export interface DocumentExtract<Text = string> {
  readonly shown: readonly string[]
  /** Digests of the attachments in the document; the wiki inserts their addresses. */
  readonly references: readonly string[]
  readonly indexed: { readonly text: Text; readonly headings: Text; readonly words: Text }
}

export type ExtractDocument = (
  page: { readonly title: string; readonly adf: readonly string[]; readonly text?: string },
  engine: EngineName,
) => DocumentExtract

export interface PreparedDocument<Text = string> extends DocumentExtract<Text> {
  readonly adf: Text
  readonly digest: string
  readonly markdown: Text
  readonly warnings: readonly AnswerWarning[]
  readonly images: readonly Attachment[]
}

/** A document on its way to the store: texts stay in UTF-8, because nobody reads them. */
export type Utf8Document = PreparedDocument<Uint8Array<ArrayBuffer>>

export interface Attachment {
  readonly sha256: string
  readonly type: string
  readonly bytes: Uint8Array
  readonly name?: string
}

export interface DocumentHead
  extends Pick<PreparedDocument, 'digest' | 'shown' | 'references' | 'warnings'> {
  readonly images: readonly Omit<Attachment, 'bytes'>[]
}

export function withWholeLinks(document: Utf8Document, publicUrl: string): Utf8Document {
  const adf = textOf(document.adf)
  const completeAdf = completePageLinks(adf, `${publicUrl}/wiki`)
  return completeAdf === adf
    ? document
    : { ...document, adf: new Uint8Array(Buffer.from(completeAdf)) }
}

export function documentMessage(
  document: Utf8Document,
): Message & { readonly value: DocumentHead } {
  const { adf, markdown, indexed, images, ...rest } = document
  const head: DocumentHead = {
    ...rest,
    images: images.map(({ bytes: _, ...image }) => image),
  }
  const texts = [adf, markdown, indexed.text, indexed.headings, indexed.words]
  return { value: head, parts: [...texts, ...images.map(({ bytes }) => bytes)] }
}

export function readDocumentMessage({ value, parts }: Message): Utf8Document {
  const { images, ...head } = value as DocumentHead
  const [adf, markdown, text, headings, words, ...files] = ownCopies(parts) as [
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

/** Copy the parts into one buffer, because transferring a part would transfer its whole buffer. */
function ownCopies(parts: readonly Uint8Array[]): Bytes[] {
  const joined = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let end = 0
  return parts.map((bytes) => {
    joined.set(bytes, end)
    end += bytes.byteLength
    return joined.subarray(end - bytes.byteLength, end)
  })
}

export function documentBytes(document: Utf8Document): Uint8Array {
  return serialize(documentMessage(document))
}

export function readDocumentBytes(bytes: Uint8Array): Utf8Document {
  return readDocumentMessage(deserialize(bytes) as Message)
}
