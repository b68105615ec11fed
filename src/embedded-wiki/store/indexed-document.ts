/** What a worker makes of a document for the search index, as it is read where it was asked for. @module */
import type { StorableDocument } from '../../importing/prepared-document.ts'
import { type Message, textOf } from '../../isolation/frames.ts'

/**
 * Read what `indexDocument` made.
 * @param adf The ADF that it was asked about.
 * @param message Its answer.
 */
export function readIndexMessage(adf: string, { value, parts }: Message): StorableDocument {
  const head = value as Pick<StorableDocument, 'shown' | 'references'>
  return { ...head, adf, indexed: { text: textOf(parts[0]), words: textOf(parts[1]) } }
}
