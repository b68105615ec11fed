/** Makes bytes small: compressed, as the difference from other bytes where there are some. @module */
import { hash } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** What is longer is not packed, so that unpacking has a bound. */
export const maxPackedBytes: number = 8 * 1024 * 1024

/** Before the compressed bytes stand the digest of what they were, and their length. */
const digestBytes = 16
const headBytes = digestBytes + 4
const minWindowLog = 12
/** Over twice `maxPackedBytes`. */
const maxWindowLog = 25

/**
 * Pack bytes.
 * @param bytes At most `maxPackedBytes`.
 * @param base Bytes that are likely to be nearly the same, of the same bound; they are needed to unpack.
 */
export function packBytes(bytes: Uint8Array, base?: Uint8Array): Buffer {
  const compressed = zstdCompressSync(
    bytes,
    base && { dictionary: base, params: reaching(bytes, base) },
  )
  const length = Buffer.alloc(headBytes - digestBytes)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([digestOf(bytes), length, compressed])
}

/** The window has to go back to the start of the base, and the tables have room for all of that. */
function reaching(bytes: Uint8Array, base: Uint8Array): Record<number, number> {
  const windowLog = Math.max(minWindowLog, Math.ceil(Math.log2(bytes.length + base.length + 1)))
  const tableLog = windowLog - 3
  return {
    [constants.ZSTD_c_windowLog]: windowLog,
    [constants.ZSTD_c_hashLog]: tableLog,
    [constants.ZSTD_c_chainLog]: tableLog,
  }
}

/**
 * Unpack what `packBytes` made.
 * @param base The same bytes as then.
 * @throws {Error} When it is damaged, or the base is another.
 */
export function unpackBytes(packed: Uint8Array, base?: Uint8Array): Buffer {
  const head = Buffer.from(packed.subarray(0, headBytes))
  const length = head.length < headBytes ? Infinity : head.readUInt32LE(digestBytes)
  if (length > maxPackedBytes) throw new Error('nothing packed begins like this')
  const bytes = zstdDecompressSync(packed.subarray(headBytes), {
    params: { [constants.ZSTD_d_windowLogMax]: maxWindowLog },
    maxOutputLength: Math.max(length, 1),
    chunkSize: Math.max(length + 1, 1024),
    ...(base && { dictionary: base }),
  })
  if (bytes.length !== length || !digestOf(bytes).equals(head.subarray(0, digestBytes))) {
    throw new Error('its digest is that of another text')
  }
  return bytes
}

function digestOf(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer').subarray(0, digestBytes)
}

export interface VersionTexts {
  /** ADF as JSON text. */
  readonly adf: string
  /** The source; none when the version was not imported. */
  readonly markdown: string | null
}

/** Small: it also keeps the bytes from starting like a dictionary of the compressor's own format. */
const lengthBytes = 4

/** Put the texts of a version together. */
export function toVersionBytes({ adf, markdown }: VersionTexts): Buffer {
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(Buffer.byteLength(adf))
  return Buffer.concat([length, Buffer.from(adf), Buffer.from(markdown ?? '')])
}

/** Take the texts of a version apart. */
export function splitVersionBytes(bytes: Buffer): [adf: Buffer, markdown: Buffer] {
  const end = lengthBytes + bytes.readUInt32LE(0)
  return [bytes.subarray(lengthBytes, end), bytes.subarray(end)]
}
