/** The smallest images of each kind, and large ones made of noise. @module */
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

export const png: Buffer = noisePng(1, 1)

export function noisePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Array.from({ length: height }, () =>
    Buffer.concat([Buffer.from([0]), randomBytes(width * 3)]),
  )
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content])
  const framed = Buffer.alloc(typed.length + 8)
  framed.writeUInt32BE(content.length, 0)
  typed.copy(framed, 4)
  framed.writeUInt32BE(crc32(typed), typed.length + 4)
  return framed
}

export const gif: Buffer = Buffer.from(
  'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
  'base64',
)

/** Ends with the frame's header: 3 by 2 pixels. */
export const jpeg: Buffer = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0001108000200030301220002110103110100ffd9',
  'hex',
)

const webp = (kind: string, head: string): Buffer =>
  Buffer.concat([
    Buffer.from('RIFF\x24\0\0\0WEBP', 'latin1'),
    Buffer.from(kind, 'latin1'),
    Buffer.from(head.padEnd(64, '0'), 'hex'),
  ])

const avif = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypmif1\0\0\0\0mif1avif', 'latin1'),
  Buffer.alloc(16),
])

interface RasterImage {
  readonly bytes: Buffer
  readonly type: string
  readonly size?: { readonly width: number; readonly height: number }
}

export const rasterImages: Readonly<Record<string, RasterImage>> = {
  png: { bytes: png, type: 'image/png', size: { width: 1, height: 1 } },
  gif: { bytes: gif, type: 'image/gif', size: { width: 1, height: 1 } },
  jpeg: { bytes: jpeg, type: 'image/jpeg', size: { width: 3, height: 2 } },
  'jpeg that a camera may have turned': {
    bytes: Buffer.from('ffd8ffe100084578696600005f', 'hex'),
    type: 'image/jpeg',
  },
  'webp with loss': {
    bytes: webp('VP8 ', '100000003001009d012a03000200'),
    type: 'image/webp',
    size: { width: 3, height: 2 },
  },
  'webp without loss': {
    bytes: webp('VP8L', '100000002f02400000'),
    type: 'image/webp',
    size: { width: 3, height: 2 },
  },
  'webp with extensions': {
    bytes: webp('VP8X', '0a00000010000000020000010000'),
    type: 'image/webp',
    size: { width: 3, height: 2 },
  },
  avif: { bytes: avif, type: 'image/avif' },
}
