/** A document as a page shows it: HTML with a link to each heading, and its outline. @module */
import type { AdfDoc } from '../../adf/types.ts'
import { type Message, textOf } from '../../isolation/frames.ts'
import { adfToHtml } from '../../render/adf-to-html.ts'
import { frameCode } from './code-frames.ts'
import { diagramFrame } from './diagram.ts'
import type { DocumentView } from './document-view-work.ts'
import { outline } from './outline.ts'

/**
 * Make the view.
 * @param adf The document as JSON text.
 */
export function viewDocument(adf: string): DocumentView {
  const doc = JSON.parse(adf) as AdfDoc
  return { html: linkHeadings(frameCode(adfToHtml(doc, { diagramFrame }))), outline: outline(doc) }
}

/**
 * Make the view in a worker.
 * @param call The ADF.
 */
export function viewDocumentMessage({ parts: [adf] }: Message): Message {
  const { html, outline } = viewDocument(textOf(adf))
  return { value: outline, parts: [Buffer.from(html)] }
}

/** The renderer escapes what content says, so that such tags are always headings. */
const heading = /<(h[1-6]) id="([^"]+)"[^>]*>.*?<\/\1>/gs

function linkHeadings(html: string): string {
  return html.replace(
    heading,
    (whole, _, id) =>
      `<div class="heading">${whole}<a class="anchor" id="a-${id}" href="#${id}" aria-label="Link to" aria-labelledby="a-${id} ${id}">#</a></div>`,
  )
}
