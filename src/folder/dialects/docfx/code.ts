/** Code includes of DocFX and Microsoft Learn. @module */
import { splitLines } from '../../../convert/code/line-reader.ts'
import { makeCode } from '../parts/make-parts.ts'
import type { Context, TagConstruct } from '../parts/part-construct.ts'
import { singleTags } from '../parts/syntax.ts'
import { outdentedCode } from '../shared/code.ts'
import { rangeOf, regionOf } from '../shared/file-parts.ts'

const brackets =
  /\[!code(?:-([\w+#-]+))?\s{0,20}\[[^\][]{0,500}\]\(([^()\s]{1,1000})(?:\s+"[^"]{0,500}")?\)\]/i
const colons = /:::\s{0,20}code\s[^\n]{1,2000}?:::/

const codeOfFiles = singleTags(
  'code of a file',
  /\[!code|:::\s{0,20}code\s/i,
  new RegExp(`${brackets.source}|${colons.source}`, 'i'),
  { isReadInTags: true },
)

interface CodePart {
  readonly address: string
  readonly language: string | undefined
  readonly name: string | undefined
  readonly range: string | undefined
}

/** https://dotnet.github.io/docfx/docs/markdown.html#code-snippet, and Microsoft Learn's `:::code`. */
export const docfxCode: TagConstruct = {
  name: 'code of a file',
  input: '[!code-md[](guide/setup.md#L3)]',
  becomes: '```md\nSet up.\n```',
  syntax: codeOfFiles,
  tag({ opening, isBlock, line }, context) {
    const part = isBlock ? codePartIn(opening) : undefined
    if (part === undefined) return undefined
    const code = codeOf(part, line, context)
    if (code === undefined) return { isRemoved: true }
    const ending = /\.(\w{1,12})$/.exec(part.address)?.[1] ?? ''
    return { block: [makeCode(part.language ?? ending, outdentedCode(code), line)] }
  },
}

function codePartIn(query: string): CodePart | undefined {
  const [, language, address] = brackets.exec(query) ?? []
  if (address !== undefined) {
    const [path = '', ...selection] = address.split(/[?#]/)
    const selected = selection.join('&')
    const [, lines] = /(?:^|&)L?(\d+(?:-L?\d+)?)$/i.exec(selected) ?? []
    const [, name] = /(?:^|&)name=([^&]+)/.exec(selected) ?? []
    const [, range] = /(?:^|&)range=([^&]+)/.exec(selected) ?? []
    const region = address.includes('#') && lines === undefined ? selection.at(-1) : undefined
    return { address: path, language, name: name ?? region, range: lines ?? range }
  }
  const value = (key: string): string | undefined =>
    new RegExp(`\\b${key}="([^"]*)"`).exec(query)?.[1]
  const source = value('source')
  return source === undefined
    ? undefined
    : { address: source, language: value('language'), name: value('id'), range: value('range') }
}

function codeOf(
  { address, name, range }: CodePart,
  line: number,
  context: Context,
): readonly string[] | undefined {
  const file = context.readInclude(fileAddress(address), line)
  if (file === undefined) return undefined
  const texts = splitLines(file.text.replace(/\r?\n$/, ''))
  const region = name === undefined ? texts : (regionOf(texts, name) ?? snippetOf(texts, name))
  if (region === undefined) {
    context.notice('include-missing', `${address}#${name}`, line)
    return undefined
  }
  const selectedLines =
    range === undefined
      ? region
      : range.split(',').flatMap((range) => rangeOf(texts, range.replace(/L/gi, '')))
  return context.take(selectedLines.join('').length, line) ? selectedLines : undefined
}

function snippetOf(texts: readonly string[], name: string): readonly string[] | undefined {
  const start = texts.findIndex((text) => text.toLowerCase().includes(`<${name.toLowerCase()}>`))
  const end = texts.findIndex((text) => text.toLowerCase().includes(`</${name.toLowerCase()}>`))
  return start === -1 || end <= start ? undefined : texts.slice(start + 1, end)
}

export function fileAddress(text: string): string {
  const [address = ''] = text.trim().split(/\s+"/)
  return address.replace(/^~\//, '/').replace(/[?#].*$/, '')
}
