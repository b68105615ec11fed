/** Writes the texts of pages with whole addresses for other programs, in a worker. @module */
import { type Message, textOf } from '../../../contract/base/message.ts'
import type { BodyFormat } from '../../../contract/body-formats.ts'
import { completeMarkdownLinks } from '../../../convert/addresses/find-addresses.ts'
import { findSection } from '../../../convert/adf/sections.ts'
import type { AdfDoc } from '../../../convert/adf/types.ts'
import { adfToHtml } from '../../../convert/render/adf-to-html.ts'
import { adfToMarkdown } from '../../../convert/render/adf-to-markdown.ts'
import { adfToStorage } from '../../../convert/render/adf-to-storage.ts'
import { withWholeAddresses, withWholeReferences } from './attachments.ts'

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

/** @returns The value of the API's `body` member, as JSON text. */
export function renderPageBody({ value, parts: [part] }: Message): Message {
  const { format, origin } = value as { format: BodyFormat; origin: string }
  const adf = (): string => withWholeAddresses(textOf(part), origin)
  const doc = (): AdfDoc => JSON.parse(adf()) as AdfDoc
  const render: Readonly<Record<BodyFormat, () => string>> = {
    storage: () => adfToStorage(doc()),
    atlas_doc_format: adf,
    view: () => adfToHtml(doc()),
    markdown: () => completeMarkdownLinks(textOf(part), `${origin}/wiki`),
  }
  const body = render[format]()
  const member = JSON.stringify({ [format]: { representation: format, value: body } })
  return { value: null, parts: [Buffer.from(member)] }
}
