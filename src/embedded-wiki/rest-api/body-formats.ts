/** The forms in which the wiki's own API gives the body of a page. @module */

/** `markdown` is ours, the others are Confluence's; of those, the last three are as `view` here. */
export const bodyFormats = [
  'storage',
  'atlas_doc_format',
  'markdown',
  'view',
  'export_view',
  'styled_view',
  'anonymous_export_view',
] as const

export type BodyFormat = (typeof bodyFormats)[number]

/** Of the pages of a list. */
export const listedFormats = ['storage', 'atlas_doc_format', 'markdown'] as const

/** In which pages are written. */
export const writtenFormats = ['atlas_doc_format', 'markdown'] as const
