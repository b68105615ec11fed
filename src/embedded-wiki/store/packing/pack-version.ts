/** Compresses an old version, with an earlier version as dictionary. @module */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { RequestError } from '../../../contract/errors.ts'
import { type Statement, sql } from '../../../database/sql.ts'

export interface VersionTexts {
  readonly adf: string
  readonly markdown: string | null
}

/** The digest of the original is stored before the compressed bytes. */
const digestBytes = 16
/** The length at the start also keeps the bytes from looking like a zstd dictionary. */
const lengthBytes = 4
const maxWindowLog = 27

export function toVersionBytes({ adf, markdown }: VersionTexts): Buffer {
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(Buffer.byteLength(adf))
  return Buffer.concat([length, Buffer.from(adf), Buffer.from(markdown ?? '')])
}

/**
 * @param base The texts of the version that is needed for unpacking.
 * @throws {Error} When unpacking does not restore the same bytes.
 */
export async function packVersion(bytes: Buffer, base?: Buffer): Promise<Buffer> {
  // The window must reach back to the start of the base.
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
 * @param base The same as for packing.
 * @throws {Error} When the bytes are damaged, or the base is another.
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

export const textColumns: Statement = sql`v.page_id, v.number, v.adf, v.markdown, v.packed, v.base,
  base.packed as base_packed`

export const joinedBase: Statement = sql`left join page_versions base
  on base.space_id = v.space_id and base.page_id = v.page_id and base.number = v.base`

export interface TextsRow extends VersionTexts {
  readonly page_id: number
  readonly number: number
  readonly packed: Uint8Array | null
  readonly base: number | null
  readonly base_packed: Uint8Array | null
}

export async function readBytes(row: TextsRow): Promise<Buffer> {
  if (row.packed === null) return toVersionBytes(row)
  if (row.base === null) return unpackVersion(row.packed)
  if (row.base_packed === null) throw new Error(`version ${row.base} is lost, which it needs`)
  const base = await unpackVersion(row.base_packed).catch(() => {
    throw new Error(`version ${row.base} is damaged, which it needs`)
  })
  return unpackVersion(row.packed, base)
}

/** @throws {RequestError} `internal-error` when the version is damaged. */
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
