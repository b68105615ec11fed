/** Writes Markdown with whole addresses for other programs, in a worker. @module */
import { findSection } from '../../../adf/sections.ts'
import type { AdfDoc } from '../../../adf/types.ts'
import { completeMarkdownLinks } from '../../../folder-import/documents/read-exported.ts'
import { type Message, textOf } from '../../../isolation/message.ts'
import { adfToMarkdown } from '../../../render/adf-to-markdown.ts'
import { withWholeAddresses, withWholeReferences } from './attachment-addresses.ts'

export interface MarkdownToWrite {
  readonly origin: string
  readonly spaceKey: string
  readonly isMade: boolean
  readonly keepsReferences?: boolean
  readonly section?: string | undefined
}

/** Empty when the document has no such section. */
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
