/** What the package offers to other programs as `markport/convert`: no server, no store. @module */

export type { AdfMark } from './adf/marks.ts'
export { problems } from './adf/problems.ts'
export type { AdfDoc, AdfNode } from './adf/types.ts'
export { MarkdownLimitError } from './convert/markdown-limit-error.ts'
export { markdownToAdf } from './convert/markdown-to-adf.ts'
export type { Warning, WarningCode } from './convert/warnings.ts'
export { adfToHtml } from './render/adf-to-html.ts'
export { adfToStorage } from './render/adf-to-storage.ts'
export { adfToText } from './render/adf-to-text.ts'
