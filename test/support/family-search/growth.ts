/** Families of texts that repeat a few characters, and whether a reader costs more than their length. @module */

/** Makes a text of about the given size. */
export interface Family {
  readonly name: string
  textOf(size: number): string
}

export interface FamilyReader {
  readonly tokens: readonly string[]
  readonly families?: readonly Family[]
  prepare?(text: string): string
  read(text: string): unknown
  /** What the reader calls that others look at. */
  others?(text: string): unknown
  now?(): number | Promise<number>
}

interface FamilyParts {
  readonly units: readonly string[]
  readonly prefix?: string
  readonly suffix?: string
  /** Each unit many times, and then the next one. */
  readonly isInBlocks?: boolean
}

const numberMark = '№'

export function family(parts: FamilyParts): Family {
  const { units, prefix = '', suffix = '', isInBlocks = false } = parts
  return {
    name: JSON.stringify(parts),
    textOf(size) {
      const all = units.join('')
      const count = Math.max(1, Math.ceil(size / all.length))
      const middle = isInBlocks
        ? units.map((unit) => unit.repeat(count)).join('')
        : all.repeat(count)
      let number = 0
      return (prefix + middle + suffix).replaceAll(numberMark, () => String(++number))
    },
  }
}

const characters = [...'*_~`[]()!<>&;:/.#-+=|\\"\'{}$^@ \t\nax01']

export function randomFamily(random: () => number, tokens: readonly string[]): Family {
  const below = (limit: number): number => Math.floor(random() * limit)
  const piece = (): string => {
    const alphabet = random() < 0.35 ? tokens : characters
    return alphabet[below(alphabet.length)] as string
  }
  const fragment = (): string => Array.from({ length: 1 + below(5) }, piece).join('')
  return family({
    isInBlocks: random() < 0.3,
    prefix: random() < 0.2 ? fragment() : '',
    units: Array.from({ length: 1 + below(3) }, fragment),
    suffix: random() < 0.2 ? fragment() : '',
  })
}

/** Lines, words, spaces and signs of examples. */
export function tokensOf(examples: readonly string[]): readonly string[] {
  const parts = examples.flatMap((example) => [
    example,
    `${example}\n`,
    ...example.split('\n').flatMap((line) => [line, `${line}\n`]),
    ...(example.match(/[\w-]+|\s+|[^\w\s]+/g) ?? []),
  ])
  return [...new Set(parts)].filter((part) => part !== '' && part.length <= 200)
}

/** Less than this harms nobody, and is mostly garbage collection. */
const harmlessMs = 40
const steps = 4
/** Garbage collection and a busy machine only add to a measurement, so the least of many rounds counts. */
const rounds = { least: 3, most: 20 }

/** 1 is linear, 2 quadratic: the smaller of the slopes of the two largest sizes and of all. */
export async function slopeFor(
  reader: FamilyReader,
  family: Family,
  { kib, steepest }: { kib: number; steepest: number },
): Promise<number> {
  const texts = [kib, kib * steps, kib * steps ** 2].map((size) => textOf(reader, family, size))
  const ms = texts.map(() => Number.POSITIVE_INFINITY)
  let slope = 0
  for (let round = 0; round < rounds.most; round += 1) {
    for (const [index, text] of texts.entries()) {
      ms[index] = Math.min(ms[index] as number, await costOf(reader, text))
    }
    slope = slopeOf(ms)
    // The first round runs code that is not compiled yet.
    if (round >= rounds.least && slope <= steepest) break
  }
  return slope
}

/** The size from which on somebody notices the cost. */
export async function costlyKib(reader: FamilyReader, family: Family): Promise<number | undefined> {
  const sizes = [1, 4, 16, 64]
  for (const kib of sizes) {
    if ((await costOf(reader, textOf(reader, family, kib))) >= 60) return kib
  }
  return undefined
}

function slopeOf(ms: readonly number[]): number {
  const [first = 0, before = 0, last = 0] = ms
  if (last < harmlessMs) return 0
  // One step may look steep on a busy machine, and both where the reader takes another path, but not at once.
  const slopeFrom = (cost: number, times: number): number =>
    Math.log(last / Math.max(cost, harmlessMs / times ** 2)) / Math.log(times)
  return Math.min(slopeFrom(before, steps), slopeFrom(first, steps ** 2))
}

function textOf(reader: FamilyReader, family: Family, kib: number): string {
  const text = family.textOf(kib * 1024)
  return reader.prepare?.(text) ?? text
}

async function costOf({ read, others, now }: FamilyReader, text: string): Promise<number> {
  const clock = now ?? ownTime
  const timeOf = async (work: (text: string) => unknown): Promise<number> => {
    const [before, startedAt] = [await clock(), performance.now()]
    await work(text)
    const used = (await clock()) - before
    return now === undefined ? Math.min(used + tickMs, performance.now() - startedAt) : used
  }
  return (await timeOf(read)) - (others === undefined ? 0 : await timeOf(others))
}

/** The kernel updates a thread's time at each tick; for short work the wall clock is more exact. */
const tickMs = 10

/** Excludes the threads of the garbage collector. */
function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
