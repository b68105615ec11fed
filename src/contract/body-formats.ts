/** The formats in which the wiki's REST API gives the body of a page. @module */

/** `markdown` is an extension; the others are Confluence's. */
export const bodyFormats = ['storage', 'atlas_doc_format', 'view', 'markdown'] as const

export type BodyFormat = (typeof bodyFormats)[number]
