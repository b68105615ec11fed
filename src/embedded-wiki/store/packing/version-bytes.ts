/** The texts of a version as the bytes that are packed: the length of the ADF, the ADF, the Markdown. @module */

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

/**
 * Take the texts of a version apart.
 * @param bytes What `toVersionBytes` made.
 */
export function splitVersionBytes(bytes: Buffer): [adf: Buffer, markdown: Buffer] {
  const end = lengthBytes + bytes.readUInt32LE(0)
  return [bytes.subarray(lengthBytes, end), bytes.subarray(end)]
}
