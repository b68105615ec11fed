/** Tabs of DocFX. @module */
import { makeTab } from '../parts/make-parts.ts'
import { type PartRow, partsOfRows } from '../parts/part.ts'
import type { RowsConstruct } from '../parts/part-construct.ts'
import { rowText, Sentence } from '../parts/sentence.ts'
import { writtenText } from '../parts/write-parts.ts'

const heading = /^( {0,3}#{1,6}\s+\[)(.*)\]\(#tab\/[^()\s/]*(?:\/([^()\s]*))?\)\s*$/
const end = /^ {0,3}(?:\*{3,}|-{3,}|_{3,})\s*$/

/** https://dotnet.github.io/docfx/docs/markdown.html#tabs */
export const docfxTabs: RowsConstruct = {
  name: 'tabs',
  input: '# [npm](#tab/npm)\n\nUse **npm**.\n\n***',
  becomes: '<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  sign: /\]\(#tab\//,
  rows(rows) {
    const result: PartRow[] = []
    let tab:
      | { readonly label: string; readonly line: number; readonly content: PartRow[] }
      | undefined
    const close = (): void => {
      if (tab === undefined) return
      const { label, line, content } = tab
      result.push({ parts: [makeTab(label, partsOfRows(content), line)], line })
      tab = undefined
    }
    let isChanged = false
    for (const row of rows) {
      const text = rowText(row)
      const label = labelOf(row, text)
      if (label !== undefined) {
        close()
        isChanged = true
        tab = { label, line: row.line, content: [] }
      } else if (tab !== undefined && end.test(text)) close()
      else (tab?.content ?? result).push(row)
    }
    close()
    return isChanged ? result : rows
  },
}

/** A tab may depend on the choice in another group. */
function labelOf(row: PartRow, text: string): string | undefined {
  const [, before = '', name, choice] = heading.exec(text) ?? []
  if (name === undefined) return undefined
  const words = new Sentence(row.parts, false).slice(before.length, before.length + name.length)
  return writtenText(words) + (choice ? ` (${choice})` : '')
}
