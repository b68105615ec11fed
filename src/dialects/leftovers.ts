/** Finds syntax that no reader knows: it is shown as it is written, and that is said. @module */
import { findAlertType } from '../convert/alert-types.ts'
import type { DialectContext } from './construct.ts'
import { kindOf, type Line } from './line.ts'

/** What syntax of generators looks like, by the name that a notice gives it. */
const leftovers: readonly { readonly kind: string; readonly pattern: RegExp }[] = [
  { kind: '--8<--', pattern: /^\s*-+8<-+(?:\s|$)/g },
  { kind: '{{< … >}}', pattern: /\{\{[<%]\s*(?:\/\s*)?([\w.-]+)/g },
  { kind: '{{# … }}', pattern: /\{\{#\s*([\w.-]+)/g },
  { kind: '{{ … }}', pattern: /\{\{(?![<%#])\s*[\w.-]+/g },
  { kind: '{% … %}', pattern: /(?<!\{)\{%-?\s*(?!end)(@?[\w./-]+)/g },
  { kind: '[[ … ]]', pattern: /\[\[(?!_?toc_?\]\])[^\][]{1,500}\]\]/gi },
  { kind: ':::', pattern: /^\s*:::+\s*\{?\.?([\w-]+)/g },
  { kind: '!!!', pattern: /^\s*(?:!!!|\?\?\?\+?)\s+([\w-]+)/g },
  { kind: '=== ""', pattern: /^\s*===[!+]*\s+"/g },
  { kind: '///', pattern: /^\s*\/{3,}\s+([\w-]+)/g },
  { kind: '<<<', pattern: /^\s*<<<\s*\S/g },
  { kind: '[!INCLUDE]', pattern: /\[!INCLUDE\b/gi },
]

const addresses = /\]\([^()\s]{1,1000}(?=[)\s])/g

const anySign = /-8<-|\{\{|\{%|\[\[|:::|!!!|\?\?\?|===|\/\/\/|<<<|\[!INCLUDE/i

/** Tell whether a document may hold some, in its code or elsewhere. */
export function mayHaveLeftovers(document: string): boolean {
  return anySign.test(document)
}

/**
 * Notice what is left, once for each kind in a file.
 * @param told The numbers of lines whose templates were told of.
 */
export function noticeLeftovers(
  lines: readonly Line[],
  told: ReadonlySet<number>,
  context: DialectContext,
): void {
  const seen = new Set<string>()
  for (const { text, line } of lines) {
    if (!anySign.test(text) || kindOf(text) !== 'text') continue
    for (const { kind, pattern } of leftovers) {
      if (told.has(line) && /^\{[{%] /.test(kind)) continue
      // Nobody sees where a link leads.
      for (const [, name] of text.replace(addresses, '](').matchAll(pattern)) {
        if (isKnown(kind, name)) continue
        const detail = name === undefined ? kind : `${kind} (${name})`
        if (!seen.has(detail)) context.notice('syntax-shown', detail, line)
        seen.add(detail)
      }
    }
  }
}

/** Notes that the converter knows. */
function isKnown(kind: string, name: string | undefined): boolean {
  return (
    name !== undefined && (kind === ':::' || kind === '!!!') && findAlertType(name) !== undefined
  )
}
