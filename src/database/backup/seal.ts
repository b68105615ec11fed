/**
 * A digest behind the last page of a copy of a SQLite store, by which a later change of any byte is seen:
 * SQLite itself sees few. It reads no further than its last page, and cuts the digest off once it has
 * written to a store that was restored.
 * @module
 */
import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, openSync, readSync, statSync } from 'node:fs'
import { StoreError } from '../store-error.ts'

const blockBytes = 1024 * 1024
/** SQLite's pages are whole multiples of it. */
const sectorBytes = 512

function sealOf(digest: string): string {
  return `\nmarkport-backup sha256 ${digest}\n`
}

const sealBytes = sealOf('0'.repeat(64)).length

/** Seal a copy. */
export function sealFile(file: string): void {
  appendFileSync(file, sealOf(digestOf(file, statSync(file).size)))
}

/**
 * Check that a copy is as it was sealed. A file of nothing but pages has no seal, as that of a store, and
 * passes.
 * @throws {StoreError} Saying what is wrong with it.
 */
export function checkSeal(file: string): void {
  const { size } = statSync(file)
  if (size % sectorBytes === 0) return
  const dataBytes = Math.max(0, size - sealBytes)
  const end = readAt(file, dataBytes, size - dataBytes).toString('latin1')
  if (end !== sealOf(digestOf(file, dataBytes))) {
    throw new StoreError('it is damaged: its bytes are not those that were written')
  }
}

function digestOf(file: string, bytes: number): string {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes; at += blockBytes) {
    hash.update(readAt(file, at, Math.min(blockBytes, bytes - at)))
  }
  return hash.digest('hex')
}

function readAt(file: string, position: number, length: number): Buffer {
  const descriptor = openSync(file, 'r')
  try {
    const block = Buffer.alloc(length)
    return block.subarray(0, readSync(descriptor, block, { position }))
  } finally {
    closeSync(descriptor)
  }
}
