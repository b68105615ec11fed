/**
 * Messages between the service and its workers, as bytes: a head in JSON and parts that nobody has to
 * parse on the way. A frame is its length, the length of the head (both 32 bits, little endian), the
 * head and the parts, one after the other.
 * @module
 */

/** What a worker is asked, or answers. */
export interface Message {
  /** Small: both sides parse it as JSON. */
  readonly value: unknown
  /** Texts and files. */
  readonly parts: readonly Uint8Array[]
  /** Nothing else stands in the buffer of its parts. */
  readonly isAlone?: boolean
}

/** What stands in a frame's head beside the value. */
export interface FrameHead {
  /** The call that the frame belongs to. */
  readonly id: number
  readonly kind: 'call' | 'forget' | 'part' | 'result' | 'error'
  /** What to do, of a call. */
  readonly task?: string
}

export interface Frame extends FrameHead, Message {}

const prefixBytes = 8

/**
 * Write a frame.
 * @returns Pieces to be written one after the other; the parts are not copied.
 */
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
 * Read frames from a stream of bytes.
 * @param onFrame Told of each frame; those that are not small have a buffer of their own.
 * @returns Takes the next bytes, cut anywhere.
 */
export function frameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  /** What came of a frame whose length is not known yet. */
  let start: Buffer = nothing
  /** The frame that is coming, and how much of it is there. */
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
/** A frame so small stays in what it came with. */
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

/**
 * Read a part as text.
 * @param part UTF-8, which our own side wrote.
 */
export function textOf(part: Uint8Array | undefined): string {
  return part === undefined
    ? ''
    : Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString()
}
