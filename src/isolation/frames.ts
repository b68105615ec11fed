/** Messages to workers: two 32-bit little-endian lengths, a JSON head, binary parts. @module */

export interface Message {
  /** Small, because both sides parse it as JSON. */
  readonly value: unknown
  readonly parts: readonly Uint8Array[]
  /** Whether the parts' buffer contains nothing else, so that it can be transferred. */
  readonly isAlone?: boolean
}

export interface FrameHead {
  readonly id: number
  readonly kind: 'call' | 'forget' | 'part' | 'result' | 'error'
  readonly task?: string
}

export interface Frame extends FrameHead, Message {}

const prefixBytes = 8

/** Encode a frame as pieces, without copying the parts. */
export function encodeFrame({ parts, ...head }: Frame): Uint8Array[] {
  const lengths = parts.map(({ byteLength }) => byteLength)
  const text = Buffer.from(JSON.stringify({ ...head, lengths }))
  const prefix = Buffer.allocUnsafe(prefixBytes)
  const total = lengths.reduce((sum, length) => sum + length, text.length)
  prefix.writeUInt32LE(total, 0)
  prefix.writeUInt32LE(text.length, 4)
  return [prefix, text, ...parts]
}

/**
 * Decode frames from a stream.
 * @param onFrame Called for each frame; large ones have a buffer of their own.
 * @returns Takes the next bytes, cut anywhere.
 */
export function frameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let start: Buffer = nothing
  let frame: Buffer | undefined
  let length = 0
  const fill = (bytes: Buffer, into: Buffer): Buffer => {
    const copied = bytes.copy(into, length)
    length += copied
    if (length === into.length) {
      frame = undefined
      onFrame({ ...decodeFrame(into), isAlone: true })
    }
    return bytes.subarray(copied)
  }
  return (chunk) => {
    let bytes = start.length === 0 ? chunk : Buffer.concat([start, chunk])
    start = nothing
    if (frame !== undefined) bytes = fill(bytes, frame)
    while (bytes.length >= prefixBytes) {
      const wanted = prefixBytes + bytes.readUInt32LE(0)
      if (wanted <= Math.min(bytes.length, smallFrameBytes)) {
        onFrame(decodeFrame(bytes.subarray(0, wanted)))
        bytes = bytes.subarray(wanted)
      } else {
        frame = Buffer.allocUnsafeSlow(wanted)
        length = 0
        bytes = fill(bytes, frame)
      }
    }
    if (frame === undefined) start = bytes
  }
}

const nothing = Buffer.alloc(0)
/** Frames up to this size are not copied out of the received chunk. */
const smallFrameBytes = 4 * 1024

function decodeFrame(bytes: Buffer): Frame {
  const headEnd = prefixBytes + bytes.readUInt32LE(4)
  const { lengths, ...head } = JSON.parse(
    bytes.toString('utf8', prefixBytes, headEnd),
  ) as FrameHead & { value: unknown; lengths: readonly number[] }
  let at = headEnd
  const parts = lengths.map((length) => {
    at += length
    return bytes.subarray(at - length, at)
  })
  return { ...head, parts }
}

export function textOf(part: Uint8Array | undefined): string {
  return part === undefined
    ? ''
    : Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString()
}
