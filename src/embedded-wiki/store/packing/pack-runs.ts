/** Packs versions that follow each other, in a worker, and makes sure of each that it can be read. @module */
import type { Message } from '../../../isolation/frames.ts'
import { maxPackedBytes, packBytes } from './pack-bytes.ts'
import { type KeptVersion, packings, unpackKept, wholeEvery } from './unpack-version.ts'

/** Versions of one page that follow each other. */
export interface Run {
  /** The number of its first version. */
  readonly first: number
  readonly count: number
}

/** A larger difference is no gain, and many of them would be much to read for one version. */
const maxDifference = (text: Uint8Array): number => Math.max(256, text.length / 16)

/**
 * Pack runs of versions: all but the last of each, from which the one before it may be a difference.
 * @param call The runs, and the texts of their versions.
 */
export function packRuns({ value, parts }: Message): Message {
  let at = 0
  const kept = (value as Run[]).flatMap(({ first, count }) => {
    const texts = parts.slice(at, at + count)
    at += count
    return texts.slice(0, -1).map((text, index) => {
      const isWhole = (first + index) % wholeEvery === 0
      return packVersion(text, isWhole ? undefined : texts[index + 1])
    })
  })
  return { value: kept.map(({ packing }) => packing), parts: kept.map(({ bytes }) => bytes) }
}

/** Read what `packRuns` made. */
export function readPackedRuns({ value, parts }: Message): KeptVersion[] {
  return (value as number[]).map((packing, index) => ({
    packing,
    bytes: parts[index] ?? new Uint8Array(),
  }))
}

function packVersion(text: Uint8Array, next: Uint8Array | undefined): KeptVersion {
  if (text.length <= maxPackedBytes) {
    if (next !== undefined && next.length <= maxPackedBytes) {
      const difference = { packing: packings.difference, bytes: packBytes(text, next) }
      const isSmall = difference.bytes.length <= maxDifference(text)
      if (isSmall && isSound(difference, text, next)) return difference
    }
    const whole = { packing: packings.whole, bytes: packBytes(text) }
    if (whole.bytes.length < text.length && isSound(whole, text)) return whole
  }
  return { packing: packings.none, bytes: new Uint8Array() }
}

/** What is thrown away must come back byte for byte. */
function isSound(kept: KeptVersion, text: Uint8Array, next?: Uint8Array): boolean {
  return unpackKept(kept, next).equals(text)
}
