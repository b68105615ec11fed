/**
 * What the package offers to other programs as `markport/convert`: no server, no store. Markdown
 * becomes ADF; ADF becomes HTML, storage format or text.
 * @module
 */

export type { AdfMark, AdfMarkType } from './adf/marks.ts'
export { problems } from './adf/problems.ts'
export type { AdfDoc, AdfNode, AdfNodeType } from './adf/types.ts'
export { MarkdownLimitError } from './convert/markdown-limit-error.ts'
export type { MarkdownOptions, ResolvedImage, ResolveImage } from './convert/markdown-options.ts'
export type { ConvertedMarkdown } from './convert/markdown-to-adf.ts'
export { markdownToAdf } from './convert/markdown-to-adf.ts'
export type { Severity, Warning, WarningCode } from './convert/warnings.ts'
export type { HtmlOptions } from './render/adf-to-html.ts'
export { adfToHtml } from './render/adf-to-html.ts'
export { adfToStorage } from './render/adf-to-storage.ts'
export { adfToText } from './render/adf-to-text.ts'
