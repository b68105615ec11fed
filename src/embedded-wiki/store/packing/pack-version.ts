/**
 * Makes the texts of an old version small: compressed, with those of an earlier version as the dictionary,
 * which is kept compressed by itself.
 * @module
 */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { RequestError } from '../../../base/errors.ts'
import { type Statement, sql } from '../../../database/sql.ts'

/** The texts of a version as it was saved. */
export interface VersionTexts {
  /** ADF as JSON text. */
  readonly adf: string
  /** The source; none when the version was not imported. */
  readonly markdown: string | null
}

/** Before the compressed bytes stands the digest of what they were. */
const digestBytes = 16
/** It also keeps the bytes from starting like a dictionary of the compressor's own format. */
const lengthBytes = 4
const maxWindowLog = 27

/** Put the texts of a version together. */
export function toVersionBytes({ adf, markdown }: VersionTexts): Buffer {
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(Buffer.byteLength(adf))
  return Buffer.concat([length, Buffer.from(adf), Buffer.from(markdown ?? '')])
}

/**
 * Pack the texts of a version.
 * @param base Those of the version that is needed to unpack it.
 * @throws {Error} When they would not come back byte for byte.
 */
export async function packVersion(bytes: Buffer, base?: Buffer): Promise<Buffer> {
  // The window has to go back to the start of the base, and the tables have room for all of that.
  const reach = Math.ceil(Math.log2(bytes.length + (base?.length ?? 0) + 1))
  const windowLog = Math.min(Math.max(reach, 12), maxWindowLog)
  const params = {
    [constants.ZSTD_c_windowLog]: windowLog,
    [constants.ZSTD_c_hashLog]: windowLog - 3,
    [constants.ZSTD_c_chainLog]: windowLog - 3,
  }
  const compressed = await promisify(zstdCompress)(
    bytes,
    base === undefined ? {} : { dictionary: base, params },
  )
  const packed = Buffer.concat([digestOf(bytes), compressed])
  await unpackVersion(packed, base)
  return packed
}

/**
 * Unpack what `packVersion` made.
 * @param base The same as then.
 * @throws {Error} When it is damaged, or the base is another.
 */
async function unpackVersion(packed: Uint8Array, base?: Uint8Array): Promise<Buffer> {
  const bytes = await promisify(zstdDecompress)(packed.subarray(digestBytes), {
    params: { [constants.ZSTD_d_windowLogMax]: maxWindowLog },
    ...(base && { dictionary: base }),
  })
  if (!digestOf(bytes).equals(packed.subarray(0, digestBytes))) {
    throw new Error('its digest is that of another text')
  }
  return bytes
}

function digestOf(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer').subarray(0, digestBytes)
}

/** The columns of a version `v` that `readTexts` reads. */
export const textColumns: Statement = sql`v.page_id, v.number, v.adf, v.markdown, v.packed, v.base,
  base.packed as base_packed`

/** What is joined to the version `v` for them. */
export const joinedBase: Statement = sql`left join page_versions base
  on base.space_id = v.space_id and base.page_id = v.page_id and base.number = v.base`

export interface TextsRow extends VersionTexts {
  readonly page_id: number
  readonly number: number
  readonly packed: Uint8Array | null
  readonly base: number | null
  readonly base_packed: Uint8Array | null
}

/** Read the bytes of a version from its row. */
export async function readBytes(row: TextsRow): Promise<Buffer> {
  if (row.packed === null) return toVersionBytes(row)
  if (row.base === null) return unpackVersion(row.packed)
  if (row.base_packed === null) throw new Error(`version ${row.base} is lost, which it needs`)
  const base = await unpackVersion(row.base_packed).catch(() => {
    throw new Error(`version ${row.base} is damaged, which it needs`)
  })
  return unpackVersion(row.packed, base)
}

/**
 * Read the texts of a version from its row.
 * @throws {RequestError} `internal-error` when it is damaged.
 */
export async function readTexts(row: TextsRow): Promise<VersionTexts> {
  if (row.packed === null) return row
  try {
    const bytes = await readBytes(row)
    const end = lengthBytes + bytes.readUInt32LE(0)
    const markdown = row.markdown === null ? null : bytes.toString('utf8', end)
    return { adf: bytes.toString('utf8', lengthBytes, end), markdown }
  } catch (cause) {
    throw new RequestError(
      'internal-error',
      `Version ${row.number} of page ${row.page_id} is damaged in the store. Other versions can be read; a backup may have this one.`,
      { cause },
    )
  }
}
