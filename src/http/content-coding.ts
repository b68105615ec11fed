/** Which compression a client takes, and the compression itself, beside the event loop. @module */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type ContentCoding = 'br' | 'gzip'

/** Those that a client likes equally are tried in this order. */
const offered = ['br', 'gzip', 'identity'] as const

/**
 * Choose how to compress an answer: https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding.
 * @returns `undefined` for not at all, which every client understands.
 */
export function chooseCoding(header = ''): ContentCoding | undefined {
  const weights = new Map(header.toLowerCase().split(',').map(readWeight))
  const weightOf = (coding: (typeof offered)[number]): number =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? leastWeight : 0)
  const [best = 'identity'] = offered
    .filter((coding) => weightOf(coding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one))
  return best === 'identity' ? undefined : best
}

/** What is not compressed needs not be named to be taken. */
const leastWeight = 0.0001

/** A weight that is none refuses. */
function readWeight(part: string): [coding: string, weight: number] {
  const [coding = '', weight = 'q=1'] = part.split(';', 2).map((piece) => piece.trim())
  const [, digits] = /^q=([01](?:\.\d{0,3})?)$/.exec(weight) ?? []
  return [coding, Number(digits ?? 0)]
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * Compress.
 * @param effort From 1, quick, to 9, small.
 */
export function compress(
  bytes: Uint8Array,
  coding: ContentCoding,
  effort: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (coding === 'gzip') return gzipped(bytes, { level: effort })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: effort,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return brotli(bytes, { params })
}
