/** `[!INCLUDE [title](file.md)]` and `[!code-csharp[](Program.cs#L1-L4)]`: files that a page shows. @module */
import { splitLines } from '../../convert/code/line-reader.ts'
import { codeBlockOf } from '../code-block.ts'
import type { Construct, ReadingContext } from '../construct.ts'
import { around, readIncludes } from '../includes.ts'
import { kindsOf, type Line } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { rebaseLinks } from '../rebase-links.ts'
import { lengthOfTexts, rangeOf, regionOf, unindented } from '../vitepress/snippets.ts'

const include = /\[!INCLUDE\s{0,20}\[[^\][]{0,500}\]\s{0,20}\(([^()]{1,1000})\)\s{0,20}\]/i

/** https://dotnet.github.io/docfx/docs/markdown.html#include-markdown-files */
export const docfxIncludedFiles: Construct = {
  name: 'file that is included',
  written: '[!INCLUDE [the setup](guide/setup.md)]',
  becomes: '# Setup\n\nSet up.',
  sign: /\[!INCLUDE\b/i,
  read: (lines, context) =>
    readIncludes(lines, context, {
      find: (text) => {
        const found = include.exec(text)
        if (found === null) return undefined
        const [, address = ''] = found
        return {
          address: rooted(address),
          ...around(found),
          choose: (file) => withoutBlankEnds(rebaseLinks(file, context)),
        }
      },
    }),
}

function rooted(address: string): string {
  return (address.trim().split(/\s+"/)[0] as string).replace(/^~\//, '/').replace(/[?#].*$/, '')
}

const code = /^(\s*)\[!code(?:-([\w+#-]+))?\s*\[[^\][]*\]\(([^()\s]+)(?:\s+"[^"]*")?\)\]\s*$/i
const colons = /^(\s*):::\s*code\s+([^\n]*?):::\s*$/

/** What part of a file is shown, and in which language. */
interface CodePart {
  readonly indent: string
  readonly address: string
  readonly language: string | undefined
  readonly name: string | undefined
  readonly range: string | undefined
}

/** https://dotnet.github.io/docfx/docs/markdown.html#code-snippet, and Microsoft Learn's `:::code`. */
export const docfxCode: Construct = {
  name: 'code of a file',
  written: '[!code-md[](guide/setup.md#L3)]',
  becomes: '```md\nSet up.\n```',
  sign: /\[!code|:::\s*code\b/i,
  read(lines, context) {
    const kinds = kindsOf(lines)
    return lines.flatMap((one, index) => {
      const isShort = kinds[index] === 'text' && one.text.length < 2_000
      const part = isShort ? codePartIn(one.text) : undefined
      return part === undefined ? [one] : codeOf(part, one, context)
    })
  },
}

function codePartIn(text: string): CodePart | undefined {
  const [, indent = '', language, address = ''] = code.exec(text) ?? []
  if (address !== '') {
    const [path = '', ...selection] = address.split(/[?#]/)
    const [, lines] = /(?:^|&)L?(\d+(?:-L?\d+)?)$/i.exec(selection.join('&')) ?? []
    const [, name] = /(?:^|&)name=([^&]+)/.exec(selection.join('&')) ?? []
    const [, range] = /(?:^|&)range=([^&]+)/.exec(selection.join('&')) ?? []
    const region = address.includes('#') && lines === undefined ? selection.at(-1) : undefined
    return { indent, address: path, language, name: name ?? region, range: lines ?? range }
  }
  const [, space = '', said = ''] = colons.exec(text) ?? []
  const value = (key: string): string | undefined =>
    new RegExp(`\\b${key}="([^"]*)"`).exec(said)?.[1]
  const source = value('source')
  if (source === undefined) return undefined
  return {
    indent: space,
    address: source,
    language: value('language'),
    name: value('id'),
    range: value('range'),
  }
}

function codeOf(
  { indent, address, language, name, range }: CodePart,
  { line }: Line,
  context: ReadingContext,
): readonly Line[] {
  const file = context.readInclude(rooted(address), line)
  if (file === undefined) return []
  const texts = splitLines(file.text.replace(/\r?\n$/, ''))
  const chosen = name === undefined ? texts : (regionOf(texts, name) ?? snippetOf(texts, name))
  if (chosen === undefined) {
    context.notice('include-missing', `${address}#${name}`, line)
    return []
  }
  const shown =
    range === undefined
      ? chosen
      : range.split(',').flatMap((one) => rangeOf(texts, one.replace(/L/gi, '')))
  if (!context.take(lengthOfTexts(shown), line)) return []
  const ending = /\.(\w{1,12})$/.exec(address)?.[1] ?? ''
  return codeBlockOf(language ?? ending, unindented(shown), line).map((one) => ({
    ...one,
    text: indent + one.text,
  }))
}

/** Between comments with `<name>` and `</name>`. */
function snippetOf(texts: readonly string[], name: string): readonly string[] | undefined {
  const start = texts.findIndex((text) => text.toLowerCase().includes(`<${name.toLowerCase()}>`))
  const end = texts.findIndex((text) => text.toLowerCase().includes(`</${name.toLowerCase()}>`))
  return start === -1 || end <= start ? undefined : texts.slice(start + 1, end)
}
