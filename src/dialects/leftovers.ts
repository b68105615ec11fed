/** Finds syntax that no reader knows: it is shown as it is written, and that is said. @module */
import { findAlertType } from '../convert/alert-types.ts'
import type { DialectContext } from './construct.ts'
import { kindsOf, type Line, replaceOutsideCode } from './line.ts'

/** What syntax of generators looks like, by the name that a notice gives it. */
const leftovers: readonly { readonly kind: string; readonly pattern: RegExp }[] = [
  { kind: '--8<--', pattern: /^\s*-+8<-+(?:\s|$)/g },
  { kind: '{{< … >}}', pattern: /\{\{[<%]\s*\/?\s*([\w.-]+)/g },
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

const anySign = /-8<-|\{\{|\{%|\[\[|:::|!!!|\?\?\?|===|\/\/\/|<<<|\[!INCLUDE/i

/**
 * Notice what is left, once for each kind in a file.
 * @param markdown What the readers have made.
 * @param lines Its lines.
 * @param context Hears of it.
 */
export function noticeLeftovers(
  markdown: string,
  lines: readonly Line[] | (() => readonly Line[]),
  context: DialectContext,
): void {
  if (!anySign.test(markdown)) return
  const all = typeof lines === 'function' ? lines() : lines
  const kinds = kindsOf(all)
  const seen = new Set<string>()
  for (const [index, { text, line }] of all.entries()) {
    if (kinds[index] !== 'text' || !anySign.test(text)) continue
    for (const { kind, pattern } of leftovers) {
      replaceOutsideCode(text, pattern, ([found, name]) => {
        if (isKnown(kind, name)) return found
        const detail = name === undefined ? kind : `${kind} (${name})`
        if (!seen.has(detail)) context.notice('syntax-shown', detail, line)
        seen.add(detail)
        return found
      })
    }
  }
}

/** Notes that the converter knows. */
function isKnown(kind: string, name: string | undefined): boolean {
  return (
    name !== undefined && (kind === ':::' || kind === '!!!') && findAlertType(name) !== undefined
  )
}
