/** Reads recorded answers and bodies of Confluence as Markport does, and tells what it read otherwise. @module */
import { isDeepStrictEqual } from 'node:util'
import { canonicalAdf } from '../../../src/confluence/body/canonical-adf.ts'
import { siteKinds } from '../../../src/confluence/body/site-kinds.ts'
import type { AnyNode } from '../../../src/convert/adf/any-node.ts'
import { diffBlocks } from '../../../src/convert/compare/diff-blocks.ts'
import { answerReaders, type Compared } from './read-answers.ts'
import type { RecordedAnswer, Recording, Recordings } from './recording.ts'
import { replaySite } from './replay-site.ts'

interface BodyCase {
  readonly recordings: Recordings
  readonly recording: Recording
  readonly body: string
}

/** Storage format counts as Data Center's, wherever it was recorded. */
const kinds = { 'adf-body': 'cloud', 'storage-body': 'data-center' } as const
type BodyKind = keyof typeof kinds
const isBodyKind = (kind: string): kind is BodyKind => Object.hasOwn(kinds, kind)

const dialectOf = ({ kind }: Recording) => siteKinds[kinds[kind as BodyKind]].body

function readBody(recordings: Recordings, recording: Recording): Compared[] {
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
  const { markers } = dialectOf(recording).read(body)
  const found = [...new Set(markers.map(({ marker }) => marker))]
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

export interface RecordingsReport {
  readonly read: ReadonlyMap<string, number>
  readonly shortened: readonly string[]
  readonly unasked: readonly string[]
  readonly failures: readonly string[]
}

export async function checkRecordings(recordings: Recordings): Promise<RecordingsReport> {
  const read = new Map<string, number>()
  const [shortened, unasked, failures]: string[][] = [[], [], []] as never
  for (const recording of recordings.items) {
    const { id, kind } = recording
    const told = await checkOne(recordings, recording)
    if (told === 'unasked') unasked?.push(id)
    else if (told === undefined) read.set(kind, (read.get(kind) ?? 0) + 1)
    else if (isCut(recording, told)) shortened?.push(`${id}: ${told}`)
    else failures?.push(`${id}: ${told}`)
  }
  return { read, shortened, unasked, failures } as RecordingsReport
}

/** Sources that say they are shortened prove nothing about what is missing. */
function isCut({ evidence = '' }: Recording, told: string): boolean {
  return /shortened/.test(evidence) && /The answer has no /.test(told)
}

async function checkOne(
  recordings: Recordings,
  recording: Recording,
): Promise<string | 'unasked' | undefined> {
  try {
    if (isBodyKind(recording.kind)) return differences(readBody(recordings, recording))
    const reader = answerReaders[recording.kind]
    if (reader === undefined) return 'unasked'
    const answers = partsOf(recordings, recording)
    // Content of v1 is the same on both, but Markport asks only Data Center for it.
    const kind = recording.kind.startsWith('v1-content') ? 'data-center' : recording.product
    const replay = await replaySite(kind, answers)
    const bodies = answers.map(({ body }) => body)
    const method = answers[0]?.request?.method ?? 'GET'
    try {
      return differences([await reader({ ...replay, recording, bodies, method })])
    } finally {
      await replay.stop()
    }
  } catch (error) {
    return (error as Error).message
  }
}

function partsOf(recordings: Recordings, recording: Recording): RecordedAnswer[] {
  const answer = recordings.answerOf(recording)
  if (recording.next !== undefined) {
    return [answer, ...partsOf(recordings, recordings.find(recording.next))]
  }
  const { _links, ...body } = (answer.body ?? {}) as { _links?: Record<string, unknown> }
  if (_links?.next === undefined || !('results' in body)) return [answer]
  const { next: _, ...links } = _links
  return [{ ...answer, body: { ...body, _links: links } }]
}

function differences(compared: readonly Compared[]): string | undefined {
  const wrong = compared.filter(({ read, recorded }) => !isDeepStrictEqual(read, recorded))
  if (wrong.length === 0) return undefined
  const told = wrong.map(({ read, recorded }) => `${shown(read)} for ${shown(recorded)}`)
  return `${wrong.length} of ${compared.length} otherwise: ${told.slice(0, 3).join('; ')}`
}

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 400)
