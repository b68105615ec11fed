/** Reports generator syntax that stays visible on a page. @module */
import { findAlertType } from '../../../convert/alert-types.ts'
import type { DialectContext } from '../dialect-context.ts'
import { type Part, rowsOf } from './part.ts'
import { rowText } from './sentence.ts'

const leftovers: readonly { readonly kind: string; readonly pattern: RegExp }[] = [
  { kind: '--8<--', pattern: /^\s*-+8<-+(?:\s|$)/g },
  { kind: '{{< … >}}', pattern: /\{\{[<%]\s*(?:\/\s*)?([\w.-]+)/g },
  { kind: '{{# … }}', pattern: /\{\{#\s*([\w.-]+)/g },
  // Not with a leading dot: no generator evaluates Go templates in pages.
  { kind: '{{ … }}', pattern: /\{\{-?\s*([A-Za-z_$][\w.$-]*)/g },
  { kind: '{% … %}', pattern: /(?<!\{)\{%-?\s*(?!end)(@?[\w./-]+)/g },
  { kind: '[[ … ]]', pattern: /\[\[(?!_?toc_?\]\])[^\][]{1,500}\]\]/gi },
  { kind: ':::', pattern: /^\s*:::+\s*\{?\.?([\w-]+)/g },
  { kind: '!!!', pattern: /^\s*(?:!!!|\?\?\?\+?)\s+([\w-]+)/g },
  { kind: '=== ""', pattern: /^\s*===[!+]*\s+"/g },
  { kind: '///', pattern: /^\s*\/{3,}\s+([\w-]+)/g },
  { kind: '<<<', pattern: /^\s*<<<\s*\S/g },
  { kind: '{ … = … }', pattern: /^[\s>]*\{[a-z][\w-]*=[^{}]*\}\s*$/g },
  { kind: '{++ … ++}', pattern: /\{(?:\+\+|--|~~|>>)[^{}]/g },
  { kind: '{* … *}', pattern: /\{\*\s*[\w./-]{1,500}\.\w+\s[^{}]{0,500}\*\}/g },
  { kind: '+---+', pattern: /^ {0,3}\+(?:[-=]{3,}\+)+\s*$/g },
  { kind: '[!INCLUDE]', pattern: /\[!INCLUDE\b/gi },
]

const addresses = /\]\([^()\s]{1,1000}(?=[)\s])/g

const anySign =
  /-8<-|\{[{+~>*\w-]|\+[-=]{3}|\{%|\[\[|:::|!!!|\?\?\?|===|\/\/\/|<<<|\[!INCLUDE|\]\[/i

export function mayHaveLeftovers(document: string): boolean {
  return anySign.test(document)
}

interface TextLine {
  readonly text: string
  readonly line: number
}

/**
 * Report each kind of leftover syntax once per file.
 * @param reportedLines Lines whose templates were already reported.
 */
export function noticeLeftovers(
  parts: readonly Part[],
  firstLine: number,
  reportedLines: ReadonlySet<number>,
  context: Pick<DialectContext, 'notice'>,
): void {
  const reported = new Set<string>()
  const report = (detail: string, line: number): void => {
    if (!reported.has(detail)) context.notice('syntax-shown', detail, line)
    reported.add(detail)
  }
  const lines = textLines(parts, firstLine)
  const labels = new Set(lines.flatMap(({ text }) => labelOf(definition.exec(text)?.[1] ?? '')))
  for (const { text, line } of lines) {
    if (!anySign.test(text)) continue
    for (const [words, name = ''] of text.matchAll(reference)) {
      if (isWord.test(words) && !labels.has(labelOf(name))) report(`[ … ][${labelOf(name)}]`, line)
    }
    for (const { kind, pattern } of leftovers) {
      if (reportedLines.has(line) && /^\{[{%] /.test(kind)) continue
      for (const [, name] of text.replace(addresses, '](').matchAll(pattern)) {
        if (isKnown(kind, name)) continue
        report(name === undefined ? kind : `${kind} (${name})`, line)
      }
    }
  }
}

/** The text of each line, with one placeholder character for each non-text part. */
function textLines(parts: readonly Part[], line: number): readonly TextLine[] {
  const lines: TextLine[] = []
  const add = (children: readonly Part[], at: number): void => {
    for (const row of rowsOf(children, at)) {
      const visibleParts = row.parts.filter(
        (part) => part.type !== 'raw' || part.isComment !== true,
      )
      lines.push({ text: rowText({ ...row, parts: visibleParts }), line: row.line })
      for (const part of row.parts) {
        if ('children' in part) add(part.children, 'line' in part ? part.line : row.line)
      }
    }
  }
  add(parts, line)
  return lines
}

/** The link text may begin on the line above. `a[0][1]` is an index and `[^1]` a footnote. */
const reference = /(?:^[^\][]{0,500}|(?<![\w\]\\])\[[^\][]{1,500})\]\[(?!\^)([^\][]{1,300})\]/g
/** Short texts such as `[i][1]` are indexes. */
const isWord = /(?:\p{L}{2}.*|\uFFFC)\]\[/u
const definition = /^[\s>]{0,100}\[([^\][]{1,300})\]:/

function labelOf(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

function isKnown(kind: string, name: string | undefined): boolean {
  return (
    name !== undefined && (kind === ':::' || kind === '!!!') && findAlertType(name) !== undefined
  )
}
