/** DocFX: `docfx.json`; its constructs, and those of Microsoft Learn. @module */
import { decodePart } from '../../../convert/adf/node-text.ts'
import { folderOf, joinPaths } from '../../files/tree-paths.ts'
import {
  type ListFields,
  listedEntries,
  type NavigationContext,
  type NavigationSource,
} from '../../navigation/navigation.ts'
import { asTable, asWords, parseYaml, readYamlFields } from '../../navigation/yaml-value.ts'
import { siteAddresses } from '../../site/settings.ts'
import type { Generator } from '../generator.ts'
import {
  makeImage,
  makeLink,
  makeSpan,
  makeStrong,
  makeTab,
  makeText,
} from '../parts/make-parts.ts'
import { type Part, type PartRow, partsOfRows } from '../parts/part.ts'
import type {
  Context,
  Inclusion,
  PartConstruct,
  Replacement,
  RowsConstruct,
  TagConstruct,
  WordsConstruct,
} from '../parts/part-construct.ts'
import { rowText, sliceRow } from '../parts/sentence.ts'
import { readAttributes, type Syntax, singleTags } from '../parts/syntax.ts'
import { plainMarkdown } from '../parts/words.ts'
import { writtenText } from '../parts/write-parts.ts'
import {
  languageOf,
  linesBetween,
  rangeOf,
  regionOf,
  withoutBlankEnds,
} from '../shared/file-parts.ts'
import { codeOfFile, includedAt } from '../shared/included-files.ts'

/** https://dotnet.github.io/docfx/docs/table-of-contents.html */
const toc: NavigationSource = {
  names: /^toc\.ya?ml$/i,
  read(text, context) {
    const value = parseYaml(text)
    const { items } = asTable(value)
    const list = Array.isArray(value) ? value : items
    return list === undefined ? undefined : { entries: listedEntries(list, fields, context) }
  },
}

const tocName = /(?:^|\/)toc\.ya?ml(?:$|[?#])/i

const fields: ListFields = {
  title: ({ name }) => [name],
  // A linked table of contents lists the pages of its own folder.
  pages: ({ href, topicHref, homepage }) =>
    tocName.test(asWords(href) ?? '') ? [href, topicHref, homepage] : [topicHref, homepage, href],
  lists: ['items'],
  find: readAddress,
}

function readAddress(address: string, { folder }: NavigationContext): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return undefined
  const path = joinPaths(folder, address.replace(/^~?\//, '').replace(/[?#].*$/, ''))
  return path !== undefined && tocName.test(path) ? folderOf(path) : path
}

/**
 * Microsoft Learn serves many sites on one host. The address of a site's menu tells below which path
 * the site stands.
 */
const learnMenu = /^~?\/(.{0,500}?)\/(?:bread\/|breadcrumb\/)?toc\.(?:json|yml)$/

/** https://dotnet.github.io/docfx/reference/docfx-json-reference.html */
export const docfx: Generator = {
  configNames: ['docfx.json'],
  siteFolders: ['.', 'docs'],
  pathSign: /(?:^|\/)toc\.yml$/i,
  textSign: /\[!INCLUDE ?\[|\[!div\b/i,
  navigationFiles: [toc],
  // Microsoft Learn excludes these folders from its build.
  isPart: (path) => /(?:^|\/)includes\//.test(path),
  read(text) {
    const { globalMetadata } = asTable(asTable(readYamlFields(text)).build)
    const [, folder] = learnMenu.exec(asWords(asTable(globalMetadata).breadcrumb_path) ?? '') ?? []
    return folder === undefined
      ? {}
      : { addresses: siteAddresses('https://learn.microsoft.com', folder) }
  },
}

const brackets =
  /\[!code(?:-([\w+#-]+))?\s{0,20}\[[^\][]{0,500}\]\(([^()\s]{1,1000})(?:\s+"[^"]{0,500}")?\)\]/i
const colonCode = /:::\s{0,20}code\s[^\n]{1,2000}?:::/

const codeOfFiles = singleTags(
  'code of a file',
  /\[!code|:::\s{0,20}code\s/i,
  new RegExp(`${brackets.source}|${colonCode.source}`, 'i'),
  { isReadInTags: true },
)

interface CodePart {
  readonly address: string
  readonly language: string | undefined
  readonly name: string | undefined
  readonly range: string | undefined
}

/** https://dotnet.github.io/docfx/docs/markdown.html#code-snippet, and Microsoft Learn's `:::code`. */
const docfxCode: TagConstruct = {
  name: 'code of a file',
  input: '[!code-md[](guide/setup.md#L3)]',
  becomes: '```md\nSet up.\n```',
  syntax: codeOfFiles,
  tag({ opening, isBlock, line }, context) {
    const part = isBlock ? codePartIn(opening) : undefined
    if (part === undefined) return undefined
    const { language: info = languageOf(part.address), name } = part
    const select = (texts: readonly string[]): readonly string[] | undefined => linesIn(texts, part)
    const address = fileAddress(part.address)
    const place = { address, isFromPage: true, isPart: true } as const
    return codeOfFile({ ...place, info, part: name, select }, line, context)
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
  const { pairs } = readAttributes(query)
  const source = pairs.get('source')
  if (source === undefined) return undefined
  return {
    address: source,
    language: pairs.get('language'),
    name: pairs.get('id'),
    range: pairs.get('range'),
  }
}

/** The lines that a part names; undefined where the file has no region of its name. */
function linesIn(
  texts: readonly string[],
  { name, range }: CodePart,
): readonly string[] | undefined {
  if (range !== undefined)
    return range.split(',').flatMap((lines) => rangeOf(texts, lines.replace(/L/gi, '')))
  return name === undefined ? texts : (regionOf(texts, name) ?? snippetOf(texts, name))
}

function snippetOf(texts: readonly string[], name: string): readonly string[] | undefined {
  const isMark = (mark: string) => (text: string) =>
    text.toLowerCase().includes(`<${mark}${name.toLowerCase()}>`)
  // Without an end, the mark may be a type's parameter: `List<name>`.
  return texts.some(isMark('/')) ? linesBetween(texts, isMark(''), isMark('/')) : undefined
}

function fileAddress(text: string): string {
  const [address = ''] = text.trim().split(/\s+"/)
  return address.replace(/^~\//, '/').replace(/[?#].*$/, '')
}

/** https://dotnet.github.io/docfx/docs/links-and-cross-references.html#using-cross-reference */
const docfxReferences: WordsConstruct = {
  name: 'reference to a page or a program by its name',
  input:
    'See <xref:guide/setup>, [this](xref:guide/setup#a), <xref:System.String?displayProperty=name> and [`Text`](xref:System.Text).',
  becomes:
    'See [Setup](guide/setup.md), [this](guide/setup.md#a), `System.String` and `Text` (`System.Text`).',
  mark: 'xref:',
  words:
    /<xref:([^\s<>]{1,1000})>|\[([^\][]{0,500})\]\(xref:([^\s()]{1,1000})(?:\s+"[^"]{0,500}")?\)/dg,
  replace: ({ match: [, name, , linkText = ''], group }, context) =>
    name === undefined ? referenceTo(linkText, group(2), context) : referenceTo(name, [], context),
}

/** Link to a name; an unresolved name stays visible behind the link text. */
function referenceTo(
  notation: string,
  words: readonly Part[],
  context: Context,
): Part | readonly Part[] {
  const [, name = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/.exec(notation) ?? []
  const uid = decodePart(name)
  const page = context.findUid(uid)
  if (page !== undefined)
    return makeLink(page.address + fragment, words.length > 0 ? words : plainMarkdown(page.title))
  const code = makeSpan(uid.replace(/\*$/, '').replaceAll('`', ''))
  return words.length === 0 ? code : [...words, makeText(' ('), code, makeText(')')]
}

const heading = /^( {0,3}#{1,6}\s+\[)(.*)\]\(#tab\/[^()\s/]*(?:\/([^()\s]*))?\)\s*$/
const end = /^ {0,3}(?:\*{3,}|-{3,}|_{3,})\s*$/

/** https://dotnet.github.io/docfx/docs/markdown.html#tabs */
const docfxTabs: RowsConstruct = {
  name: 'tabs',
  input: '# [npm](#tab/npm)\n\nUse **npm**.\n\n***',
  becomes: '<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
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
    for (const row of rows) {
      const text = rowText(row)
      const label = labelOf(row, text)
      if (label !== undefined) {
        close()
        tab = { label, line: row.line, content: [] }
      } else if (tab !== undefined && end.test(text)) close()
      else (tab?.content ?? result).push(row)
    }
    close()
    return result
  },
}

/** A tab may depend on the choice in another group. */
function labelOf(row: PartRow, text: string): string | undefined {
  const [, before = '', name, choice] = heading.exec(text) ?? []
  if (name === undefined) return undefined
  const words = sliceRow(row, before.length, before.length + name.length)
  return writtenText(words) + (choice ? ` (${choice})` : '')
}

const include = /\[!INCLUDE\s{0,20}\[[^\][]{0,500}\]\s{0,20}\(([^()]{1,1000})\)\s{0,20}\]/i

const includes = singleTags('include', /\[!INCLUDE/i, include, { isReadInTags: true })

/** https://dotnet.github.io/docfx/docs/markdown.html#include-markdown-files */
const docfxIncludedFiles: TagConstruct = {
  name: 'file that is included',
  input: '[!INCLUDE [the setup](guide/setup.md)]',
  becomes: '# Setup\n\nSet up.',
  syntax: includes,
  tag(tag, context) {
    const address = fileAddress(include.exec(tag.opening)?.[1] ?? '')
    const choose: Inclusion['choose'] = ({ text }) => withoutBlankEnds(text)
    // Rebase addresses before the file is read.
    return includedAt(tag, { address, isFromPage: true, rebase: true, choose }, context)
  },
}

const names = 'row|column|zone|moniker|image|video|no-loc'
const tag = new RegExp(
  `^:::\\s?(?:(${names})(-end)?\\b((?:[^:\\n]|:(?!::))*):::|(zone|moniker)(-end)?(?![-\\w])([^:\\n]*)(?=\\n|$))`,
)

const colons: Syntax = {
  name: 'part between colons',
  start: new RegExp(`(?<!:):::\\s?(?:${names})`),
  readTag(source, at) {
    const [whole, name, ends, attributes, open, closes, rest = ''] =
      tag.exec(source.slice(at, at + 2_000)) ?? []
    const blockName = name ?? open
    if (whole === undefined || blockName === undefined) return undefined
    const kind = (ends ?? closes) ? 'close' : 'open'
    return {
      kind,
      name: blockName,
      attributes: (attributes ?? rest).trim(),
      end: at + whole.length,
    }
  },
}

/** https://learn.microsoft.com/contribute/content/markdown-reference */
const docfxParts: TagConstruct = {
  name: 'part between colons',
  input: ':::image type="content" source="images/logo.png" alt-text="Our logo":::',
  becomes: '![Our logo](images/logo.png)',
  syntax: colons,
  tag({ kind, name, attributes, content, isBlock }): Replacement {
    const { pairs } = readAttributes(attributes)
    const source = pairs.get('source')
    if (name === 'image' && source !== undefined && kind !== 'close') {
      const image = makeImage(source, { alt: pairs.get('alt-text') })
      return isBlock || content.length > 0 ? { block: [image, content] } : { inline: image }
    }
    if (name === 'video' && source !== undefined) return { inline: videoAt(source) }
    if (name === 'no-loc') return { inline: pairs.get('text') ?? '' }
    if (kind !== 'pair') return undefined
    const zone = name === 'zone' ? pairs.get('pivot') : undefined
    return { block: [zone === undefined ? undefined : makeStrong(zone), content] }
  },
}

function videoAt(address: string): ReturnType<typeof makeText> {
  return /^https?:[^\s<>]+$/.test(address) ? makeText(`<${address}>`) : makeLink(address, address)
}

const docfxVideos: WordsConstruct = {
  name: 'video',
  input: '> [!VIDEO https://example.com/embed/a]',
  becomes: '> <https://example.com/embed/a>',
  mark: '[!',
  words: /^([\s>]*)\[!VIDEO\s+([^\s\]]+)\]/dgi,
  replace: ({ match: [, , address = ''], group }) => [...group(1), videoAt(address)],
}

const docfxClasses: WordsConstruct = {
  name: 'quote with a class',
  input: '> [!div class="nextstepaction"]\n> [the setup](guide/setup.md)',
  becomes: '>\n> [the setup](guide/setup.md)',
  mark: '[!',
  words: /^([\s>]*>)\s*\[!div\b[^\]]*\]\s*$/dgi,
  replace: ({ group }) => group(1),
}

export const docfxConstructs: readonly PartConstruct[] = [
  docfxIncludedFiles,
  docfxCode,
  docfxParts,
  docfxTabs,
  docfxVideos,
  docfxClasses,
  docfxReferences,
]
