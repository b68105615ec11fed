/** A document as a page shows it: HTML with a link to each heading, and its outline. @module */
import type { AdfDoc } from '../../adf/types.ts'
import { adfToHtml } from '../../render/adf-to-html.ts'
import { defineTask, type Task } from '../../task-pool.ts'
import { diagramFrame } from '../diagram.ts'
import { type OutlineEntry, outline } from './outline.ts'

export interface DocumentView {
  readonly html: string
  readonly outline: readonly OutlineEntry[]
}

/**
 * Make the view.
 * @param adf The document as JSON text.
 */
export function viewDocument(adf: string): DocumentView {
  const doc = JSON.parse(adf) as AdfDoc
  return { html: linkHeadings(adfToHtml(doc, { diagramFrame })), outline: outline(doc) }
}

export const viewDocumentTask: Task<string, DocumentView> = defineTask(
  import.meta.url,
  viewDocument,
)

/** The renderer escapes what content says, so that such tags are always headings. */
const heading = /<(h[1-6]) id="([^"]+)"[^>]*>.*?<\/\1>/gs

function linkHeadings(html: string): string {
  return html.replace(
    heading,
    (whole, _, id) =>
      `<div class="heading">${whole}<a class="anchor" id="a-${id}" href="#${id}" aria-label="Link to" aria-labelledby="a-${id} ${id}">#</a></div>`,
  )
}
