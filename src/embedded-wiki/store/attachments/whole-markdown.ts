/** Markdown for other programs, in a worker: its links to pages have whole addresses, and its attachments where that is asked for. @module */
import { findSection } from '../../../adf/sections.ts'
import type { AdfDoc } from '../../../adf/types.ts'
import { completeMarkdownLinks } from '../../../folder-import/documents/read-exported.ts'
import { type Message, textOf } from '../../../isolation/frames.ts'
import { adfToMarkdown } from '../../../render/adf-to-markdown.ts'
import { withWholeAddresses, withWholeReferences } from './attachment-addresses.ts'

export interface MarkdownToWrite {
  /** The wiki's public origin. */
  readonly origin: string
  readonly spaceKey: string
  /** Whether the text is ADF. */
  readonly isMade: boolean
  /** Whether the attachments of Markdown that was sent stay references. */
  readonly keepsReferences?: boolean
  /** Only what stands below this heading of an ADF. */
  readonly section?: string | undefined
}

/**
 * Write Markdown.
 * @param call Where the page is, and what is asked for; the text.
 * @returns The Markdown: none where the document has no such section.
 */
export function writeMarkdown({ value, parts: [part] }: Message): Message {
  const { origin, spaceKey, isMade, keepsReferences, section } = value as MarkdownToWrite
  const text = textOf(part)
  const markdown = isMade
    ? writeSection(JSON.parse(withWholeAddresses(text, origin)) as AdfDoc, section)
    : completeMarkdownLinks(
        keepsReferences ? text : withWholeReferences(text, origin, spaceKey),
        `${origin}/wiki`,
      )
  return { value: null, parts: [Buffer.from(markdown)] }
}

function writeSection(doc: AdfDoc, section: string | undefined): string {
  const content = section === undefined ? doc.content : findSection(doc, section)
  return content === undefined ? '' : adfToMarkdown({ ...doc, content })
}
