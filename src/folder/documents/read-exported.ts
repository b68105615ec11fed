/** Reads the files of an export, which are taken literally. @module */
import { isKeptPageLink, mayHoldPageLinks } from '../../convert/adf/page-links.ts'
import type { ExportedFields } from '../files/exported-tree.ts'
import { type Address, isFileAddress } from './address.ts'
import { findAddresses } from './find-addresses.ts'
import type { FrontMatter } from './front-matter.ts'
import { type FrontMatterField, readFields } from './front-matter-fields.ts'
import type { MarkdownDocument } from './read-document.ts'
import { parseSource } from './source-map.ts'

export function readExported(markdown: string): MarkdownDocument {
  const { root, sources } = parseSource(markdown)
  const [first] = root.children
  const hasFields = first?.type === 'yaml'
  const fields = hasFields
    ? readFields({ type: 'yaml', value: first.value, line: 2 }).fields
    : new Map<string, FrontMatterField>()
  const frontMatter = readExportedFields(fields)
  const bodyStart = hasFields ? markdown.indexOf('\n', first.position?.end.offset ?? 0) + 1 : 0
  const addresses = findAddresses(root, sources, { isWanted: isFileAddress, isInPlace: true })
  return {
    markdown,
    frontMatter,
    bodyStart: hasFields && bodyStart === 0 ? markdown.length : bodyStart,
    titleEnd: 0,
    titleHeading: undefined,
    says: 'text',
    addresses: addresses.map((address) => rawAddress(markdown, address)),
    notices: [],
    lineInFile: (line) => line,
  }
}

/** Find addresses together with their raw notation, which replacements keep. */
export function findRawAddresses(markdown: string, isWanted: (url: string) => boolean): Address[] {
  const { root, sources } = parseSource(markdown)
  const addresses = findAddresses(root, sources, { isWanted, isInPlace: true })
  return addresses.map((address) => rawAddress(markdown, address))
}

/** @param addresses From `findRawAddresses`, in order; nested ones stay. */
export function replaceAddresses(
  text: string,
  addresses: readonly Address[],
  replace: (address: Address) => string,
): string {
  const parts: string[] = []
  let at = 0
  for (const address of addresses) {
    if (address.start < at) continue
    parts.push(text.slice(at, address.start), replace(address))
    at = address.end
  }
  return parts.join('') + text.slice(at)
}

/** @param wikiUrl See `completePageLinks`. */
export function completeMarkdownLinks(markdown: string, wikiUrl: string): string {
  if (!mayHoldPageLinks(markdown)) return markdown
  const links = findRawAddresses(markdown, isKeptPageLink).filter(({ kind }) => kind === 'link')
  return replaceAddresses(markdown, links, ({ url }) => `${wikiUrl}/${url}`)
}

function rawAddress(markdown: string, { kind, line, ...range }: Address): Address {
  const isBracketed = markdown[range.start] === '<' && markdown[range.end - 1] === '>'
  const start = isBracketed ? range.start + 1 : range.start
  const end = isBracketed ? range.end - 1 : range.end
  return { kind, line, start, end, url: markdown.slice(start, end), write: (url) => url }
}

function readExportedFields(
  fields: ReadonlyMap<string, FrontMatterField>,
): FrontMatter & { readonly exported: ExportedFields } {
  const wordOf = (name: string): string | undefined => {
    const value = fields.get(name)?.value
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [title, navigationTitle] = [wordOf('title'), wordOf('navigationTitle')]
  const position = wordOf('position')
  const labels = fields.get('labels')
  return {
    ...(title === undefined ? {} : { title }),
    ...(navigationTitle === undefined ? {} : { navigationTitle }),
    isSkipped: wordOf('markport') === 'false',
    labels: Array.isArray(labels?.value)
      ? { names: labels.value.map(String), line: labels.line }
      : undefined,
    notices: [],
    exported: {
      ...(position !== undefined && /^\d{1,9}$/.test(position)
        ? { position: Number(position) }
        : {}),
      keepsTitleHeading: wordOf('keepTitleHeading') === 'true',
      isHomepage: wordOf('markport') === 'homepage',
    },
  }
}
