/** Derives what is stored beside a version's ADF, in a worker because it is slow. @module */
import { type Message, textOf } from '../../../contract/base/message.ts'
import {
  markedHeadings,
  mayHaveFootnotes,
  sectionedText,
  withoutFootnoteMarks,
} from '../../../convert/adf/sections.ts'
import type { AdfDoc } from '../../../convert/adf/types.ts'
import { dialects, type EngineName } from '../../../store/dialects.ts'
import { indexWords } from '../../../store/search/search-words.ts'
import type { DocumentExtract, PreparedDocument } from '../../import/prepared-document.ts'
import { encodeText, sourceDigest } from '../../import/source-digest.ts'
import { listAttachments, listReferences, placeAttachments } from '../attachments/attachments.ts'

export function extractDocument(
  page: { readonly title: string; readonly adf: readonly string[]; readonly text?: string },
  engine: EngineName,
): DocumentExtract {
  // PostgreSQL refuses these characters.
  const text = searchedText(page).toWellFormed().replaceAll('\0', '\uFFFD')
  const headings = markedHeadings(text)
    .map((heading) => indexWords(heading).join(' '))
    .filter(Boolean)
    .join('\n')
  return {
    shown: [...listAttachments(page.adf)].sort(),
    references: [...listReferences(page.adf)],
    indexed: {
      text,
      headings,
      words: dialects[engine].search.wordsOf({ title: page.title, headings, text }),
    },
  }
}

/** Footnote marks would be indexed as parts of the preceding words. */
function searchedText({ adf, text }: { adf: readonly string[]; text?: string }): string {
  const hasFootnotes = mayHaveFootnotes(adf)
  if (text !== undefined && !hasFootnotes) return text
  const { content } = JSON.parse(adf.join('')) as AdfDoc
  return sectionedText({ content: hasFootnotes ? withoutFootnoteMarks(content) : content })
}

export function placeImages({ value, parts }: Message): Message {
  const { title, spaceKey, known } = value as { title: string; spaceKey: string; known: string[] }
  const [adf, utf8] = parts as [Uint8Array, Uint8Array<ArrayBuffer>]
  const placedAdf = encodeText(placeAttachments(textOf(adf), spaceKey, new Set(known)))
  const markdown = { length: textOf(utf8).length, utf8 }
  // Image addresses are part of the document, so the digest changes with them.
  const head: Pick<PreparedDocument, 'digest' | 'shown'> = {
    digest: sourceDigest({ title, markdown, adf: placedAdf }),
    shown: [...listAttachments(placedAdf.pieces)].sort(),
  }
  return { value: head, parts: [placedAdf.utf8] }
}

export function indexDocument({ value, parts: [adf] }: Message): Message {
  const { title, engine } = value as { title: string; engine: EngineName }
  const { text, headings, words } = extractDocument({ title, adf: [textOf(adf)] }, engine).indexed
  return { value: null, parts: [text, headings, words].map((part) => Buffer.from(part)) }
}
