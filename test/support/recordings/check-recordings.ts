/** Reads recorded answers and bodies of Confluence as Markport does, and tells what it read otherwise. @module */
import { isDeepStrictEqual } from 'node:util'
import { answerReaders, type Compared } from './read-answers.ts'
import { isBodyKind, readBody } from './read-bodies.ts'
import type { RecordedAnswer, Recording, Recordings } from './recording.ts'
import { replaySite } from './replay-site.ts'

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
