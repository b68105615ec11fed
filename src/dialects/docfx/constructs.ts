/** Constructs of DocFX and Microsoft Learn. @module */

import { decodePart } from '../../adf/node-text.ts'
import { splitLines } from '../../convert/code/line-reader.ts'
import { readAttributes } from '../attributes.ts'
import { codeBlockOf, codeSpanOf } from '../code-block.ts'
import type { AnyConstruct, Construct, DialectContext, ReadingContext } from '../construct.ts'
import { detailsAround } from '../details.ts'
import { around, readIncludes } from '../includes.ts'
import { kindsOf, type Line, mapText, replaceMatches } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { linkDestination } from '../parts/words.ts'
import { rebaseLinks } from '../rebase-links.ts'
import { type LineReplacement, replaceTags, type TagElement } from '../replace-tags.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'
import type { TagSyntax } from '../tags.ts'
import { lengthOfTexts, rangeOf, regionOf, unindented } from '../vitepress/snippets.ts'

const docfxReferences: Construct = {
  name: 'reference to a page or a program by its name',
  written:
    'See <xref:guide/setup>, [this](xref:guide/setup#a), <xref:System.String?displayProperty=name> and [`Text`](xref:System.Text).',
  becomes:
    'See [Setup](guide/setup.md), [this](guide/setup.md#a), `System.String` and `Text` (`System.Text`).',
  sign: /xref:/,
  read(lines, context) {
    const kinds = kindsOf(lines)
    const defined = new Map<string, string>()
    const rest = lines.filter(({ text }, index) => {
      const [, label, name] = (kinds[index] === 'text' && definition.exec(text)) || []
      if (label !== undefined && name !== undefined) defined.set(label.toLowerCase(), name)
      return label === undefined
    })
    const nameOf = (label: string | undefined): string | undefined =>
      label === undefined ? undefined : defined.get(label.toLowerCase())
    return mapText(rest, (text) =>
      replaceMatches(
        text.replace(link, (written, words?: string, name?: string, label?: string) => {
          const found = name ?? nameOf(label)
          return found === undefined ? written : reference(found, words ?? '', context)
        }),
        /<xref:([^\s<>]+)>/g,
        ([, name = '']) => reference(name, '', context),
      ),
    )
  },
}

const definition = /^ {0,3}\[([^\][]{1,200})\]:\s*<?xref:([^\s<>]+)>?(?:\s+"[^"]*")?\s*$/
const link = /\[([^\][]{0,500})\](?:\(xref:([^\s()]+)(?:\s+"[^"]*")?\)|\[([^\][]{1,200})\])/g

/** Unresolved names are kept behind the words. */
function reference(written: string, words: string, context: DialectContext): string {
  const [, name = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/.exec(written) ?? []
  const uid = decodePart(name)
  const page = context.findUid(uid)
  if (page !== undefined) return `[${words || page.title}](${page.address}${fragment})`
  const code = codeSpanOf(uid.replace(/\*$/, '').replaceAll('`', ''))
  return words === '' ? code : `${words} (${code})`
}

const names = 'row|column|zone|moniker|image|video|no-loc'
const tag = new RegExp(
  `^:::\\s?(?:(${names})(-end)?\\b((?:[^:\\n]|:(?!::))*):::|(zone|moniker)(-end)?(?![-\\w])([^:\\n]*)(?=\\n|$))`,
)

const syntax: TagSyntax = {
  start: /(?<!:):::(?!:)/g,
  readTag(source, at) {
    const [written, name, ends, said, open, closes, rest = ''] =
      tag.exec(source.slice(at, at + 2_000)) ?? []
    const known = name ?? open
    if (written === undefined || known === undefined) return undefined
    const kind = (ends ?? closes) ? 'close' : 'open'
    return { kind, name: known, attributes: (said ?? rest).trim(), end: at + written.length }
  },
}

/** https://learn.microsoft.com/contribute/content/markdown-reference */
const docfxParts: Construct = {
  name: 'part between colons',
  written: ':::image type="content" source="images/logo.png" alt-text="Our logo":::',
  becomes: '![Our logo](images/logo.png)',
  sign: new RegExp(`:::\\s?(?:${names})\\b`),
  read: (lines) => replaceTags(lines, syntax, partOf),
}

function partOf({ kind, name, attributes, content, isBlock }: TagElement): LineReplacement {
  const { named } = readAttributes(attributes)
  const source = named.get('source')
  if (name === 'image' && source !== undefined && kind !== 'close') {
    const image = `![${(named.get('alt-text') ?? '').replace(/[[\]]/g, '\\$&')}](${linkDestination(source)})`
    if (content.length > 0) return { block: [image, '', ...content] }
    return isBlock ? { block: [image] } : { inline: image }
  }
  if (name === 'video' && source !== undefined) return { inline: `<${source}>` }
  if (name === 'no-loc') return { inline: named.get('text') ?? '' }
  if (kind !== 'pair') return undefined
  const zone = name === 'zone' ? named.get('pivot') : undefined
  return { block: zone === undefined ? content : [`**${zone}**`, '', ...content] }
}

/** Quotes that are videos or have a class. */
const docfxQuotes: Construct = {
  name: 'video',
  written: '> [!VIDEO https://example.com/embed/a]',
  becomes: '> <https://example.com/embed/a>',
  sign: /\[!(?:VIDEO|div)\b/i,
  read: (lines) =>
    mapText(lines, (text) =>
      text
        .replace(/^([\s>]*)\[!VIDEO\s+([^\s\]]+)\]/i, '$1<$2>')
        .replace(/^([\s>]*>)\s*\[!div\b[^\]]*\]\s*$/i, '$1'),
    ),
}

/** https://dotnet.github.io/docfx/docs/links-and-cross-references.html */
const docfxAddresses: Construct = {
  name: "address from the site's folder",
  written: '[the setup](~/guide/setup.md)',
  becomes: '[the setup](/guide/setup.md)',
  sign: /\]\(~\/|\]:\s*~\//,
  read: (lines: readonly Line[]) =>
    mapText(lines, (text) =>
      replaceMatches(text, /(\]\(|^\s{0,3}\[[^\]]+\]:\s*)~\//g, ([, before]) => `${before}/`),
    ),
}

const heading = /^ {0,3}#{1,6}\s+\[(.*)\]\(#tab\/[^()\s/]*(?:\/([^()\s]*))?\)\s*$/
const end = /^ {0,3}(?:\*{3,}|-{3,}|_{3,})\s*$/

/** https://dotnet.github.io/docfx/docs/markdown.html#tabs */
const docfxTabs: Construct = {
  name: 'tabs',
  written: '# [npm](#tab/npm)\n\nUse **npm**.\n\n***',
  becomes: '\n<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>\n',
  sign: /\]\(#tab\//,
  read(lines) {
    const kinds = kindsOf(lines)
    const out: Line[] = []
    let tab: { label: string; line: number; content: Line[] } | undefined
    const close = (): void => {
      if (tab === undefined) return
      const { label, line, content } = tab
      for (const one of detailsAround(label, withoutBlankEnds(content), { line, isTab: true }))
        out.push(one)
      tab = undefined
    }
    for (const [index, one] of lines.entries()) {
      const [, name, on] = (kinds[index] === 'text' && heading.exec(one.text)) || []
      // A tab may depend on the choice in another group of tabs.
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

const include = /\[!INCLUDE\s{0,20}\[[^\][]{0,500}\]\s{0,20}\(([^()]{1,1000})\)\s{0,20}\]/i

/** https://dotnet.github.io/docfx/docs/markdown.html#include-markdown-files */
const docfxIncludedFiles: Construct = {
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
const docfxCode: Construct = {
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

function snippetOf(texts: readonly string[], name: string): readonly string[] | undefined {
  const start = texts.findIndex((text) => text.toLowerCase().includes(`<${name.toLowerCase()}>`))
  const end = texts.findIndex((text) => text.toLowerCase().includes(`</${name.toLowerCase()}>`))
  return start === -1 || end <= start ? undefined : texts.slice(start + 1, end)
}

export const docfxConstructs: readonly AnyConstruct[] = [
  docfxIncludedFiles,
  docfxCode,
  docfxParts,
  docfxQuotes,
  docfxReferences,
  docfxAddresses,
  docfxTabs,
  embeds,
  pagePrograms,
]
