/** Code in Hexo's tags, in files of its own, and with a title behind its language. @module */

import { splitLines } from '../../convert/code/line-reader.ts'
import { codeBetween, codeBlockAround, codeBlockOf, codeInfo } from '../code-block.ts'
import { mapFencedBlocks, openedLine, sealedAgain } from '../code-lines.ts'
import { linkDestination } from '../components/links.ts'
import type { Construct } from '../construct.ts'
import { hexoConstruct } from './notation.ts'

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
