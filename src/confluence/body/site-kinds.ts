/** The differences between the kinds of sites, and bodies of Cloud: ADF as JSON. @module */
import { isRecord } from '../../contract/base/parse-json.ts'
import { type AnyNode, marksOf } from '../../convert/adf/any-node.ts'
import type { SiteKind } from '../../wiki/pages/recorded-pages.ts'
import { storageDialect } from '../storage/storage-dialect.ts'
import { canonicalAdf } from './canonical-adf.ts'
import { type FlatLeaf, flatText, readNodes } from './flat-text.ts'
import type { BodyBlock, BodyDialect, CommentMarker, ReadBody } from './page-body.ts'

export const adfDialect: BodyDialect = {
  read,
  write: ({ content }) => content.map((node) => JSON.stringify(node)),
  join: (sources) => `{"version":1,"type":"doc","content":[${sources.join()}]}`,
}

function read(body: string): ReadBody {
  const nodes = readNodes(body)
  const { text, leaves } = flatText(nodes)
  const blocks = nodes.flatMap((node): BodyBlock[] => {
    const canonical = canonicalAdf(node)
    // The editor adds empty lines around macros and tables.
    if (canonical === 'paragraph') return []
    return [{ source: JSON.stringify(node), canonical, text: flatText([node]).text }]
  })
  return { blocks, text, markers: markersIn(leaves) }
}

function markersIn(leaves: readonly FlatLeaf[]): CommentMarker[] {
  const markers: CommentMarker[] = []
  const lastOf = new Map<string, number>()
  for (const { node, start, end } of leaves) {
    for (const marker of commentsOn(node)) {
      const last = lastOf.get(marker)
      const previous = last === undefined ? undefined : markers[last]
      if (last !== undefined && previous?.end === start && previous.image === undefined) {
        markers[last] = { ...previous, end }
        continue
      }
      lastOf.set(marker, markers.length)
      const image = node.type === 'media' ? canonicalAdf(node) : undefined
      markers.push({ marker, start, end, ...(image !== undefined && { image }) })
    }
  }
  return markers
}

function commentsOn(node: AnyNode): string[] {
  const ids = marksOf(node).flatMap((mark) => {
    const isComment = isRecord(mark) && mark.type === 'annotation' && isRecord(mark.attrs)
    return isComment && typeof mark.attrs?.id === 'string' ? [mark.attrs.id] : []
  })
  return [...new Set(ids)]
}

interface SiteTraits {
  readonly body: BodyDialect
  /** True where bodies are ADF, which refers to files, accounts and emoji by id instead of name. */
  readonly hasAdf: boolean
  readonly addressesHaveTitles: boolean
  readonly canArchive: boolean
}

export const siteKinds: Readonly<Record<SiteKind, SiteTraits>> = {
  cloud: {
    body: adfDialect,
    hasAdf: true,
    addressesHaveTitles: true,
    canArchive: true,
  },
  'data-center': {
    body: storageDialect,
    hasAdf: false,
    addressesHaveTitles: false,
    canArchive: false,
  },
}
