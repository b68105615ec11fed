/**
 * What the package offers to other programs as `markport/convert`: no server, no store. Markdown
 * becomes ADF; ADF becomes HTML, storage format or text.
 * @module
 */

export { adfToText } from './adf/node-text.ts'
export { problems } from './adf/problems.ts'
export type { AdfDoc, AdfMark, AdfMarkType, AdfNode, AdfNodeType } from './adf/types.ts'
export { MarkdownLimitError } from './convert/markdown-limit-error.ts'
export type { MarkdownOptions, ResolvedImage, ResolveImage } from './convert/markdown-options.ts'
export type { ConvertedMarkdown } from './convert/markdown-to-page.ts'
export { markdownToAdf } from './convert/markdown-to-page.ts'
export type { Severity, Warning, WarningCode } from './convert/warnings.ts'
export type { HtmlOptions } from './render/adf-to-html.ts'
export { adfToHtml } from './render/adf-to-html.ts'
export { adfToStorage } from './render/adf-to-storage.ts'
