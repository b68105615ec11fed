/**
 * What opens Markdown blocks, behind the indentation. https://spec.commonmark.org/0.31.2/
 * @module
 */

const fence = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/

export interface FenceMarks {
  readonly mark: '`' | '~'
  readonly length: number
}

const bracedFence = /^(`{3,})\s*\{[^{}]*\}\s*$/

/** @param isBraced Whether backquotes may stand in braces behind the fence, as in Pandoc. */
export function fenceAt(text: string, isBraced: boolean): FenceMarks | undefined {
  const first = text[0]
  if (first !== '`' && first !== '~') return undefined
  const match = fence.exec(text) ?? (isBraced ? bracedFence.exec(text) : undefined)
  const [, backquotes, , tildes] = match ?? []
  const length = (backquotes ?? tildes)?.length
  return length === undefined ? undefined : { mark: first, length }
}

export function closesFence(text: string, { mark, length }: FenceMarks): boolean {
  const row = text.trimEnd()
  if (row.length < length || row[0] !== mark) return false
  for (const character of row) if (character !== mark) return false
  return true
}

export const headingStart: RegExp = /^#{1,6}(?:[ \t]|$)/
export const underline: RegExp = /^(?:=+|-+)[ \t]*$/
export const rule: RegExp = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
export const listMarker: RegExp = /^(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/
export const definition: RegExp = /^:(?:[ \t]|$)/
export const footnote: RegExp = /^\[\^[^\]\s]+\]:/

/** An HTML block; without an `end` it ends at a blank line. */
export interface HtmlBlock {
  readonly end: RegExp | undefined
  readonly canInterrupt: boolean
}

const tagNames =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'

const attributes = /(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*/i.source
const htmlBlocks: readonly (HtmlBlock & { readonly start: RegExp })[] = [
  ...['pre', 'script', 'style', 'textarea'].map((name) => ({
    start: new RegExp(`^<${name}(?:[\\s>]|$)`, 'i'),
    end: new RegExp(`</${name}>`, 'i'),
    canInterrupt: true,
  })),
  { start: /^<!--/, end: /-->/, canInterrupt: true },
  { start: /^<\?/, end: /\?>/, canInterrupt: true },
  { start: /^<![a-z]/i, end: />/, canInterrupt: true },
  { start: /^<!\[CDATA\[/, end: /\]\]>/, canInterrupt: true },
  {
    start: new RegExp(`^</?(?:${tagNames})(?:\\s|/?>|$)`, 'i'),
    end: undefined,
    canInterrupt: true,
  },
  {
    start: new RegExp(
      `^(?:<(?!(?:pre|script|style|textarea)\\b)[a-z][a-z\\d-]*${attributes}/?>|</[a-z][a-z\\d-]*\\s*>)\\s*$`,
      'i',
    ),
    end: undefined,
    canInterrupt: false,
  },
]

export function htmlBlockAt(text: string): HtmlBlock | undefined {
  return text[0] === '<' ? htmlBlocks.find(({ start }) => start.test(text)) : undefined
}

/** Tags, autolinks and comments: backquotes in them open no code. */
export const inlineHtml: RegExp = new RegExp(
  `<(?:[a-z][a-z\\d-]*${attributes}/?>|/[a-z][a-z\\d-]*\\s*>|[a-z][a-z\\d+.-]{1,31}:[^\\s<>]*>|[\\w.!#$%&'*+/=?^\`{|}~-]+@[\\w.-]+>)`,
  'iy',
)
