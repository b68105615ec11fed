/** The forms in which the wiki's own API gives the body of a page. @module */

/** `markdown` is ours; the others are Confluence's. */
export const bodyFormats = ['atlas_doc_format', 'storage', 'view', 'markdown'] as const

export type BodyFormat = (typeof bodyFormats)[number]
