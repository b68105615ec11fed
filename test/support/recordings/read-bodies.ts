/** Has the product take recorded bodies apart: their canonical form, over saves too, and their markers. @module */

import { canonicalAdf } from '../../../src/confluence/body/canonical-adf.ts'
import { commentsInBody } from '../../../src/confluence/comments-in-body.ts'
import { siteKinds } from '../../../src/confluence/site-kinds.ts'
import { diffBlocks } from '../../../src/convert/compare/diff-blocks.ts'
import type { AnyNode } from '../../../src/convert/render/unchecked-node.ts'
import type { Compared } from './read-answers.ts'
import type { Recording, Recordings } from './recording.ts'

interface BodyCase {
  readonly recordings: Recordings
  readonly recording: Recording
  readonly body: string
}

/** Storage format counts as Data Center's, wherever it was recorded. */
const kinds = { 'adf-body': 'cloud', 'storage-body': 'data-center' } as const
export type BodyKind = keyof typeof kinds
export const isBodyKind = (kind: string): kind is BodyKind => Object.hasOwn(kinds, kind)

const dialectOf = ({ kind }: Recording) => siteKinds[kinds[kind as BodyKind]].body

export function readBody(recordings: Recordings, recording: Recording): Compared[] {
  const one = { recordings, recording, body: recordings.bodyOf(recording) }
  return [
    writtenAgain(one),
    markersOf(one),
    ...sameAs(one),
    ...saved(one),
    ...sent(one),
    ...names(one),
  ]
}

function writtenAgain({ recording, body }: BodyCase): Compared {
  const dialect = dialectOf(recording)
  const { blocks } = dialect.read(body)
  const again = dialect.read(dialect.join(blocks.map(({ source }) => source)))
  const canonical = ({ canonical }: { readonly canonical: string }): string => canonical
  return { read: again.blocks.map(canonical), recorded: blocks.map(canonical) }
}

function markersOf({ recording, body }: BodyCase): Compared {
  const found = commentsInBody(dialectOf(recording), body).map(({ marker }) => marker)
  const marks =
    recording.kind === 'adf-body'
      ? annotationsIn(JSON.parse(body))
      : [...body.matchAll(/inline-comment-marker\b[^>]*ac:ref="([^"]*)"/g)].map(([, ref]) => ref)
  return { read: found.toSorted(), recorded: [...new Set(marks)].toSorted() }
}

function annotationsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { type, attrs } = value as { type?: unknown; attrs?: { id?: unknown } }
  const own = type === 'annotation' && typeof attrs?.id === 'string' ? [attrs.id] : []
  return [...own, ...Object.values(value).flatMap(annotationsIn)]
}

function sameAs({ recordings, recording, body }: BodyCase): Compared[] {
  if (recording.sameAs === undefined) return []
  const other = recordings.find(recording.sameAs)
  const text = dialectOf(other).read(recordings.bodyOf(other)).text
  return [{ read: dialectOf(recording).read(body).text.trim(), recorded: text.trim() }]
}

function saved({ recordings, recording, body }: BodyCase): Compared[] {
  const { pairOf, typedBlocks = [], addedAtEnd = 0 } = recording
  if (pairOf === undefined) return []
  const dialect = dialectOf(recording)
  const base = dialect.read(recordings.bodyOf(recordings.find(pairOf))).blocks
  const now = dialect.read(body).blocks
  const { next, added } = diffBlocks(base, now)
  const edited = base.flatMap(({ canonical }, index) =>
    now[next[index] ?? -1]?.canonical === canonical ? [] : [index],
  )
  const addedCount = [...added.values()].flat().length
  return [{ read: [edited, addedCount], recorded: [typedBlocks, addedAtEnd] }]
}

function sent({ recording, body }: BodyCase): Compared[] {
  const { content } = JSON.parse(recording.sent === undefined ? '{}' : body) as {
    content?: AnyNode[]
  }
  return (recording.sent ?? []).map(({ block, node }) => ({
    read: canonicalAdf(content?.[block] as AnyNode),
    recorded: canonicalAdf(node as AnyNode),
  }))
}

function names({ recording, body }: BodyCase): Compared[] {
  if (!recording.languageNamesSent) return []
  const { content } = JSON.parse(body) as { content: AnyNode[] }
  return content
    .filter(({ type }) => type === 'codeBlock')
    .flatMap((block) => {
      const [{ text = '' } = {}] = (block.content ?? []) as { text?: string }[]
      if (!/^\S+$/.test(text)) return []
      const asSent = { ...block, attrs: { ...block.attrs, language: text } } as AnyNode
      return [{ read: canonicalAdf(block), recorded: canonicalAdf(asSent) }]
    })
}
