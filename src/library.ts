/**
 * What the package offers to other programs as `markport/convert`: no server, no store. Markdown
 * becomes ADF; ADF becomes HTML, storage format or text.
 * @module
 */

export { adfToText } from './convert/adf/node-text.ts'
export { problems } from './convert/adf/problems.ts'
export type { AdfDoc, AdfMark, AdfMarkType, AdfNode, AdfNodeType } from './convert/adf/types.ts'
export { MarkdownLimitError } from './convert/markdown-limit-error.ts'
export type { MarkdownOptions, ResolvedImage, ResolveImage } from './convert/markdown-options.ts'
export type { ConvertedMarkdown } from './convert/markdown-to-page.ts'
export { markdownToAdf } from './convert/markdown-to-page.ts'
export type { HtmlOptions } from './convert/render/adf-to-html.ts'
export { adfToHtml } from './convert/render/adf-to-html.ts'
export { adfToStorage } from './convert/render/adf-to-storage.ts'
export type { Severity, Warning, WarningCode } from './convert/warnings.ts'
