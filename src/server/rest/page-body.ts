/** Renders bodies of pages for the wiki's REST API, in a worker. @module */

import { type Message, textOf } from '../../contract/base/message.ts'
import type { BodyFormat } from '../../contract/body-formats.ts'
import { completeMarkdownLinks } from '../../convert/addresses/raw-addresses.ts'
import type { AdfDoc } from '../../convert/adf/types.ts'
import { adfToHtml } from '../../convert/render/adf-to-html.ts'
import { adfToStorage } from '../../convert/render/adf-to-storage.ts'
import { withWholeAddresses } from '../../wiki/store/attachments/attachment-addresses.ts'

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
