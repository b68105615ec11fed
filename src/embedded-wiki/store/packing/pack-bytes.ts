/** Makes bytes small: compressed, as the difference from other bytes where there are some. @module */
import { hash } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** What is longer is not packed, so that unpacking has a bound. */
export const maxPackedBytes: number = 8 * 1024 * 1024

/** Before the compressed bytes stand the digest of what they were, and their length. */
const digestBytes = 16
const headBytes = digestBytes + 4
const maxWindowLog = 24

/**
 * Pack bytes.
 * @param bytes At most `maxPackedBytes`.
 * @param base Bytes that are likely to be nearly the same, of the same bound; they are needed to unpack.
 */
export function packBytes(bytes: Uint8Array, base?: Uint8Array): Buffer {
  // The window has to reach over the text back to the start of the base.
  const reach = bytes.length + (base?.length ?? 0) + 1
  const windowLog = Math.min(maxWindowLog, Math.max(10, Math.ceil(Math.log2(reach))))
  const params = { [constants.ZSTD_c_windowLog]: windowLog }
  const compressed = zstdCompressSync(bytes, { params, ...(base && { dictionary: base }) })
  const length = Buffer.alloc(headBytes - digestBytes)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([digestOf(bytes), length, compressed])
}

/**
 * Unpack what `packBytes` made.
 * @param packed Its result.
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
    chunkSize: Math.max(length, 1024),
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
