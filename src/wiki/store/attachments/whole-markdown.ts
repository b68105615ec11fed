/** Writes Markdown with whole addresses for other programs, in a worker. @module */

import { type Message, textOf } from '../../../contract/base/message.ts'
import { completeMarkdownLinks } from '../../../convert/addresses/raw-addresses.ts'
import { findSection } from '../../../convert/adf/sections.ts'
import type { AdfDoc } from '../../../convert/adf/types.ts'
import { adfToMarkdown } from '../../../convert/render/adf-to-markdown.ts'
import { withWholeAddresses, withWholeReferences } from './attachment-addresses.ts'

export interface MarkdownToWrite {
  readonly origin: string
  readonly spaceKey: string
  readonly isMade: boolean
  readonly keepsReferences?: boolean
  readonly section?: string | undefined
}

export function writeMarkdown({ value, parts: [bytes] }: Message): Message {
  const { origin, spaceKey, isMade, keepsReferences, section } = value as MarkdownToWrite
  const text = textOf(bytes)
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
