/** Makes an old version whole again: out of itself and those that it is a difference from. @module */
import { RequestError } from '../../../base/errors.ts'
import type { Database } from '../../../database/database.ts'
import { sql } from '../../../database/sql.ts'
import { type Message, textOf } from '../../../isolation/frames.ts'
import type { VersionPlace } from '../rendered-versions.ts'
import { splitVersionBytes, toVersionBytes, unpackBytes, type VersionTexts } from './pack-bytes.ts'

/** How the texts of a version are kept; other forms will be other numbers. */
export const packings = { none: 0, whole: 1, difference: 2 } as const

/** A version of such a number is never a difference: so many versions make any of them whole. */
export const wholeEvery = 32

/** A version as it is kept. */
export interface KeptVersion {
  readonly packing: number
  readonly bytes: Uint8Array
}

export interface KeptVersionRow extends VersionTexts {
  readonly packing: number
  readonly packed: Uint8Array | null
}

/** A packed version; behind it those that it is a difference from, each from the next. */
export interface PackedVersion extends VersionPlace {
  readonly kept: readonly KeptVersion[]
}

/** Makes the texts of a packed version; the Markdown is empty where there is none. */
export type UnpackVersion = (version: PackedVersion) => Promise<{ adf: string; markdown: string }>

/** Read a packed version with all that is needed to unpack it. */
export async function readPacked(
  database: Pick<Database, 'read'>,
  place: VersionPlace,
): Promise<PackedVersion> {
  const { spaceId, pageId, number } = place
  const rows = await database.read<KeptVersionRow>(sql`
    select adf, markdown, packing, packed from page_versions
    where space_id = ${spaceId} and page_id = ${pageId} and number >= ${number}
      and number <= (select number from page_versions
        where space_id = ${spaceId} and page_id = ${pageId} and number >= ${number}
          and packing <> ${packings.difference} order by number limit 1)
    order by number limit ${wholeEvery}`)
  return { ...place, kept: rows.map(toKept) }
}

/** Take what is kept of a version out of its row. */
export function toKept({ packing, packed, ...texts }: KeptVersionRow): KeptVersion {
  const bytes = packing === packings.none ? toVersionBytes(texts) : packed
  return { packing, bytes: bytes ?? new Uint8Array() }
}

/**
 * Unpack one version.
 * @param next The bytes of the next one, where they are known.
 * @throws {Error} When it is damaged.
 */
export function unpackKept({ packing, bytes }: KeptVersion, next?: Uint8Array): Buffer {
  switch (packing) {
    case packings.none:
      return Buffer.from(bytes)
    case packings.whole:
      return unpackBytes(bytes)
    case packings.difference:
      if (next === undefined) throw new Error('it is a difference from a version that is lost')
      return unpackBytes(bytes, next)
    default:
      throw new Error(`there is no packing ${packing}`)
  }
}

/**
 * Unpack a version in this process.
 * @throws {RequestError} `internal-error` when it is damaged.
 */
export const unpackHere: UnpackVersion = async (version) => {
  return readUnpacked(unpackVersion(toUnpackCall(version)))
}

/** Ask a worker for a version. */
export function toUnpackCall({ kept, ...place }: PackedVersion): Message {
  const forms = kept.map(({ packing }) => packing)
  return { value: { place, forms }, parts: kept.map(({ bytes }) => bytes) }
}

/**
 * Unpack a version, in a worker.
 * @throws {RequestError} `internal-error` when it is damaged.
 */
export function unpackVersion({ value, parts }: Message): Message {
  const { place, forms } = value as { place: VersionPlace; forms: readonly number[] }
  let bytes: Buffer | undefined
  try {
    for (const [index, part] of [...parts.entries()].reverse()) {
      bytes = unpackKept({ packing: forms[index] ?? packings.none, bytes: part }, bytes)
    }
    if (bytes === undefined) throw new Error('it is a difference from a version that is lost')
    return { value: null, parts: splitVersionBytes(bytes) }
  } catch (cause) {
    throw new RequestError(
      'internal-error',
      `Version ${place.number} of page ${place.pageId} is damaged in the store. Other versions can be read; a backup may have this one.`,
      { cause },
    )
  }
}

/** Read what `unpackVersion` made. */
export function readUnpacked({ parts }: Message): { adf: string; markdown: string } {
  return { adf: textOf(parts[0]), markdown: textOf(parts[1]) }
}
