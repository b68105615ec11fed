/** Quotes, notes, tabs and parts that open: Hexo's own tags, and those of its common themes. @module */
import { findAlertType } from '../../convert/alert-types.ts'
import { alertAround, oneLine, quoteOf } from '../alert.ts'
import { linkDestination } from '../components/links.ts'
import type { Construct } from '../construct.ts'
import { detailsAround } from '../details.ts'
import type { Line } from '../line.ts'
import { hexoConstruct } from './notation.ts'

const source = /^(.*?)(?:\s*(https?:\/\/\S+)(?:\s+(.+))?)?$/

/** https://hexo.io/docs/tag-plugins#Block-Quote */
export const hexoQuotes: Construct = hexoConstruct({
  name: 'quote, with who said it',
  written:
    '{% blockquote Ada, Notes https://example.org A site %}\nSome words.\n{% endblockquote %}',
  becomes: '> Some words.\n>\n> — Ada, Notes, [A site](https://example.org)',
  names: ['blockquote', 'quote', 'pullquote', 'centerquote', 'cq'],
  isPair: true,
  replace({ name, said, content }) {
    const [, who = '', address, words] = source.exec(oneLine(said)) ?? []
    const link = address && `[${words ?? address}](${linkDestination(address)})`
    const by = [who.trim(), link].filter(Boolean).join(', ')
    const isSaid = by !== '' && (name === 'blockquote' || name === 'quote')
    return { block: [...quoteOf(content), ...(isSaid ? ['>', `> — ${by}`] : [])] }
  },
})

/** Of NexT, Fluid, Butterfly and Hexo's own site: colours are kinds, and some words only looks. */
const colors: Readonly<Record<string, string>> = {
  red: 'danger',
  orange: 'warning',
  yellow: 'warning',
  green: 'success',
  blue: 'info',
  purple: 'info',
  pink: 'note',
  gray: 'note',
}
const looks = /^(?:no-icon|icon|flat|modern|simple|disabled|open|fa[brs]?(?:\s.*)?|fa-.*)$/

function readKind(words: readonly string[]): { readonly kind: string; readonly title: string } {
  const [first = '', ...others] = words.filter((one) => !looks.test(one))
  const kind = colors[first] ?? first
  const isKind = /^(?:default|primary|secondary|warn)$/.test(kind) || findAlertType(kind)
  const title = isKind ? others.join(' ') : [first, ...others].join(' ')
  return { kind: isKind ? kind : 'note', title: title.replace(/^@/, '') }
}

/** https://theme-next.js.org/docs/tag-plugins/note */
export const hexoNotes: Construct = hexoConstruct({
  name: 'note of a theme',
  written: '{% note warning Take care %}\nIt is **hot**.\n{% endnote %}',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  names: ['note', 'subnote'],
  isPair: true,
  replace({ words, content, line }) {
    const { kind, title } = readKind(words)
    return { block: alertAround(kind, title, content, line) }
  },
})

export const hexoDetails: Construct = hexoConstruct({
  name: 'part of a theme that opens',
  written: '{% folding Why? %}\nBecause.\n{% endfolding %}',
  becomes: '<details><summary>Why?</summary>\n\nBecause.\n\n</details>',
  names: ['folding', 'fold', 'hideToggle', 'hideBlock', 'spoiler', 'details'],
  isPair: true,
  replace({ name, said, words, content, line }) {
    // What stands at the other side of a comma only says how it looks.
    const parts = said.split(',').map((one) => one.trim())
    const part = name === 'folding' ? parts.at(-1) : parts[0]
    const title = parts.length > 1 ? (part ?? '') : readKind(words).title
    return { block: detailsAround(title, content, { line }) }
  },
})

const tabStart = /^\s*<!--\s*tab\b\s*([^@]*?)(?:@.*)?-->\s*$/
const tabEnd = /^\s*<!--\s*endtab\s*-->\s*$/

/** https://theme-next.js.org/docs/tag-plugins/tabs */
export const hexoTabs: Construct = hexoConstruct({
  name: 'tabs of a theme',
  written: '{% tabs Ways %}\n<!-- tab npm -->\nUse **npm**.\n<!-- endtab -->\n{% endtabs %}',
  becomes: '<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  names: ['tabs', 'subtabs'],
  isPair: true,
  replace({ words, content }) {
    const name = words.join(' ').replace(/,\s*-?\d+$/, '')
    const starts = content.flatMap(({ text }, index) => (tabStart.test(text) ? [index] : []))
    const before = content.slice(0, starts[0] ?? content.length)
    const tabs = starts.flatMap((start, index) => {
      const { text, line } = content[start] as Line
      const inside = content.slice(start + 1, starts[index + 1])
      const words = tabStart.exec(text)?.[1]?.trim() || `${name} ${index + 1}`.trim()
      return detailsAround(
        words,
        inside.filter((one) => !tabEnd.test(one.text)),
        { line, isTab: true },
      )
    })
    return { block: [...before, ...tabs] }
  },
})
