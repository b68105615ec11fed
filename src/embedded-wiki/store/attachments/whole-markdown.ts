/** Markdown for other programs, in a worker: its attachments have whole addresses. @module */
import type { AdfDoc } from '../../../adf/types.ts'
import { type Message, textOf } from '../../../isolation/frames.ts'
import { adfToMarkdown } from '../../../render/adf-to-markdown.ts'
import { withWholeAddresses, withWholeReferences } from './attachment-addresses.ts'

/**
 * Write Markdown.
 * @param call The wiki's public origin, the key of the page's space, and whether the text is ADF; the
 * text.
 * @returns The Markdown.
 */
export function writeMarkdown({ value, parts: [part] }: Message): Message {
  const { origin, spaceKey, isMade } = value as {
    origin: string
    spaceKey: string
    isMade: boolean
  }
  const text = textOf(part)
  const markdown = isMade
    ? adfToMarkdown(JSON.parse(withWholeAddresses(text, origin)) as AdfDoc)
    : withWholeReferences(text, origin, spaceKey)
  return { value: null, parts: [Buffer.from(markdown)] }
}
