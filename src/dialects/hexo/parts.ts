/** Hexo's tags: parts of a page, and code. @module */
import { findAlertType } from '../../convert/alert-types.ts'
import { splitLines } from '../../convert/code/line-reader.ts'
import { alertAround, oneLine, quoteOf } from '../alert.ts'
import { codeBetween, codeBlockAround, codeBlockOf, codeInfo } from '../code-block.ts'
import { mapFencedBlocks, openedLine, sealedAgain } from '../code-lines.ts'
import { linkDestination } from '../components/links.ts'
import type { Construct } from '../construct.ts'
import { detailsAround } from '../details.ts'
import { liquidNotation, liquidTags } from '../jekyll/tags.ts'
import type { Line } from '../line.ts'
import { type ShortcodeNotation, type ShortcodeRule, shortcodeConstruct } from '../shortcodes.ts'

const hexoNotation: ShortcodeNotation = {
  ...liquidNotation,
  // They hold code: nothing in them is read.
  tags: liquidTags(['codeblock', 'code', 'mermaid', 'raw']),
  // What stands between quotes is one word.
  readAttributes: (said) => ({
    named: new Map(),
    words: Array.from(said.matchAll(word), ([, a, b, c]) => a ?? b ?? c ?? ''),
  }),
}

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

const word = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(\S+)/gs

export function hexoConstruct(rule: ShortcodeRule): Construct {
  return shortcodeConstruct(rule, hexoNotation)
}

const option = /^(?:line_number|line_threshold|highlight|first_line|mark|wrap|class|diff):/
const webAddress = /^(?:https?:\/)?\//

/** What a block says of itself: `Array.map lang:js https://example.org More`. */
function readWords(words: readonly string[]) {
  const plain = words.filter((one) => !option.test(one) && !/^(?:lang|from|to):/.test(one))
  const value = (name: string): string | undefined =>
    words.find((one) => one.startsWith(`${name}:`))?.slice(name.length + 1)
  const at = plain.findIndex((one) => webAddress.test(one))
  const title = plain.slice(0, at === -1 ? undefined : at).join(' ')
  const address = at === -1 ? undefined : (plain[at] as string)
  return { value, plain, title, address, link: at === -1 ? '' : plain.slice(at + 1).join(' ') }
}

/** https://hexo.io/docs/tag-plugins#Code-Block */
export const hexoCode: Construct = hexoConstruct({
  name: 'block of code',
  written: '{% codeblock A boat lang:js https://example.org Boats %}\nrow()\n{% endcodeblock %}',
  becomes: '[Boats](https://example.org)\n\n```js title="A boat"\nrow()\n```',
  names: ['codeblock', 'code', 'mermaid'],
  isPair: true,
  replace(tag) {
    const { name, words, line } = tag
    const { value, title, address, link } = readWords(words)
    if (name === 'mermaid') {
      // Its first line may stand in the tag.
      const first = tag.said === '' ? [] : [{ text: tag.said, line }]
      return { block: codeBlockAround('mermaid', [...first, ...codeBetween(tag)], line) }
    }
    const code = codeBlockAround(
      codeInfo(value('lang') ?? '', title || undefined),
      codeBetween(tag),
      line,
    )
    const source = address && `[${link || address}](${linkDestination(address)})`
    return { block: source === undefined ? code : [source, '', ...code] }
  },
})

/** https://hexo.io/docs/tag-plugins#Include-Code */
export const hexoIncludedCode: Construct = hexoConstruct({
  name: 'code of a file, or some lines of it',
  written: '{% include_code Boats lang:js from:2 to:2 boat.js %}',
  becomes: '```js title="Boats"\nsail()\n```',
  names: ['include_code'],
  replace({ words, line }, context) {
    const { value, plain } = readWords(words)
    const path = plain.at(-1)
    if (path === undefined) return undefined
    const folder = context.variable('code_dir') ?? 'downloads/code'
    const file = context.readInclude(`/${folder}/${path}`, line)
    if (file === undefined) return undefined
    const [from, to] = [Number(value('from') ?? 1), Number(value('to') ?? Number.NaN)]
    const texts = splitLines(file.text.replace(/\n$/, ''))
    const shown = texts.slice(from > 0 ? from - 1 : 0, to > 0 ? to : undefined)
    const language = value('lang') ?? path.split('.').at(-1) ?? ''
    return {
      block: codeBlockOf(
        codeInfo(language, plain.slice(0, -1).join(' ') || undefined),
        shown,
        line,
      ),
    }
  },
})

/** https://hexo.io/docs/syntax-highlight */
export const hexoCodeTitles: Construct = {
  name: 'title of a block of code',
  written: '```js A boat https://example.org\nrow()\n```',
  becomes: '```js title="A boat"\nrow()\n```',
  sign: /[`~]{3}\s{0,20}[\w+#-]+[ \t]+[^\s`]/,
  inCode: {
    written: '```js boat.js\nrow()\n```',
    becomes: '```js title="boat.js"\nrow()\n```',
  },
  read: (lines) =>
    mapFencedBlocks(lines, ({ info, opening, code, closing }) => {
      const [language = '', ...words] = info.split(/\s+/)
      const { title } = readWords(words)
      const opened = openedLine(opening.text)
      const isPlain = title !== '' && !/[{}=]/.test(info)
      const [marks = ''] = /^[`~]+/.exec(opened?.content ?? '') ?? []
      const text =
        opened === undefined || !isPlain
          ? opening.text
          : sealedAgain({ ...opened, content: marks + codeInfo(language, title) })
      return [{ ...opening, text }, ...code, ...closing]
    }),
}
