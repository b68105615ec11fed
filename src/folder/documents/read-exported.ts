/** Reads the files of an export, which are taken literally. @module */
import { isFileAddress } from '../../convert/addresses/address.ts'
import { rawAddresses } from '../../convert/addresses/raw-addresses.ts'
import { parseSource } from '../../convert/addresses/source-map.ts'
import type { ExportedFields } from '../files/exported-tree.ts'
import type { FrontMatter } from './front-matter.ts'
import { type FrontMatterField, readFields } from './front-matter-fields.ts'
import type { MarkdownDocument } from './read-document.ts'

export function readExported(markdown: string): MarkdownDocument {
  const { root, sources } = parseSource(markdown)
  const [first] = root.children
  const hasFields = first?.type === 'yaml'
  const fields = hasFields
    ? readFields({ type: 'yaml', value: first.value, line: 2 }).fields
    : new Map<string, FrontMatterField>()
  const frontMatter = readExportedFields(fields)
  const bodyStart = hasFields ? markdown.indexOf('\n', first.position?.end.offset ?? 0) + 1 : 0
  return {
    markdown,
    frontMatter,
    bodyStart: hasFields && bodyStart === 0 ? markdown.length : bodyStart,
    titleEnd: 0,
    titleHeading: undefined,
    says: 'text',
    addresses: rawAddresses(root, sources, isFileAddress),
    notices: [],
    lineInFile: (line) => line,
  }
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
