/** `# [Linux](#tab/linux)`: tabs that begin with a heading and end with `***`. @module */
import type { Construct } from '../construct.ts'
import { detailsAround } from '../details.ts'
import { kindsOf, type Line } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'

const heading = /^ {0,3}#{1,6}\s+\[(.*)\]\(#tab\/[^()\s/]*(?:\/([^()\s]*))?\)\s*$/
const end = /^ {0,3}(?:\*{3,}|-{3,}|_{3,})\s*$/

/** https://dotnet.github.io/docfx/docs/markdown.html#tabs */
export const docfxTabs: Construct = {
  name: 'tabs',
  written: '# [npm](#tab/npm)\n\nUse **npm**.\n\n***',
  becomes: '\n<details><summary>npm</summary>\n\nUse **npm**.\n\n</details>\n',
  sign: /\]\(#tab\//,
  read(lines) {
    const kinds = kindsOf(lines)
    const out: Line[] = []
    let tab: { label: string; line: number; content: Line[] } | undefined
    const close = (): void => {
      if (tab === undefined) return
      const { label, line, content } = tab
      for (const one of detailsAround(label, withoutBlankEnds(content), { line })) out.push(one)
      tab = undefined
    }
    for (const [index, one] of lines.entries()) {
      const [, name, on] = (kinds[index] === 'text' && heading.exec(one.text)) || []
      // What a tab shows may depend on a choice among others.
      const label = name !== undefined && on ? `${name} (${on})` : name
      if (label !== undefined) {
        close()
        tab = { label, line: one.line, content: [] }
      } else if (tab !== undefined && kinds[index] === 'text' && end.test(one.text)) close()
      else (tab?.content ?? out).push(one)
    }
    close()
    return out
  },
}
