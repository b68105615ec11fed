/** Reads an archive of an export. @module */
import assert from 'node:assert/strict'
import { inflateRawSync } from 'node:zlib'

export function filesInArchive(archive: Buffer): Record<string, string> {
  const end = archive.length - 22
  assert.equal(archive.readUInt32LE(end), 0x06054b50)
  const files: Record<string, string> = {}
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50)
    const [length, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)]
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    files[name] = inflateRawSync(archive.subarray(start, start + length)).toString('latin1')
    at += 46 + nameLength
  }
  return files
}
