/**
 * Unpacks a folder that somebody sends, as it arrives: a line of JSON names the files with their
 * sizes, and their bytes follow one after the other.
 * @module
 */
import { once } from 'node:events'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { callerLeft } from '../../contract/base/places/places.ts'
import { RequestError } from '../../contract/errors.ts'

export const folderLimits = {
  maxFiles: 10_000,
  maxBytes: 256 * 1024 * 1024,
  maxHeadBytes: 2 * 1024 * 1024,
  maxPathLength: 400,
  maxDepth: 20,
  /** Limit of the upload in milliseconds. */
  maxMs: 2 * 60_000,
} as const
/** Each chunk costs memory, however small it is. */
const maxParts = 10_000

interface SentFile {
  readonly path: string
  readonly bytes: number
}

export interface SentFolder {
  readonly head: Readonly<Record<string, unknown>>
  /**
   * Writes the files.
   * @throws {RequestError} `bad-request` for a broken upload, or names that the disk refuses.
   */
  unpack(folder: string): Promise<void>
}

/**
 * Reads the first line.
 * @throws {RequestError} `bad-request` for an invalid folder, `payload-too-large`.
 */
export async function receiveFolder(request: Readable, signal: AbortSignal): Promise<SentFolder> {
  const reader = readerOf(request, signal)
  const head = parseHead(await reader.readLine(folderLimits.maxHeadBytes))
  const files = checkFiles(head.files)
  return {
    head,
    async unpack(folder) {
      for (const { path, bytes } of files) {
        await writeFile(join(folder, path), reader.take(bytes)).catch((error: unknown) => {
          throw wordFailure(error, path)
        })
      }
    },
  }
}

function parseHead(line: string): SentFolder['head'] {
  try {
    return Object(JSON.parse(line))
  } catch (cause) {
    throw new RequestError('bad-request', notWhole, { cause })
  }
}

const longNames = 'The names of these files are too long together. Send a part of the folder.'
const notWhole = 'The folder did not arrive whole. Send it again.'

function checkFiles(list: unknown): readonly SentFile[] {
  const { maxFiles, maxBytes } = folderLimits
  if (!Array.isArray(list)) throw new RequestError('bad-request', notWhole)
  const larger = 'Choose a part of the folder, or use “markport import”.'
  if (list.length > maxFiles) {
    const text = `These are ${list.length} files, and at most ${maxFiles} are taken at once. ${larger}`
    throw new RequestError('payload-too-large', text)
  }
  const files = list.map(checkFile)
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes) {
    const text = `These files have more than the ${maxBytes / 1024 / 1024} MiB that are taken at once. ${larger}`
    throw new RequestError('payload-too-large', text)
  }
  return files
}

/** Names become paths on our disk, so none may leave the folder. */
function checkFile(entry: unknown): SentFile {
  const { path, bytes } = Object(entry) as Readonly<Record<string, unknown>>
  if (typeof path !== 'string' || !Number.isSafeInteger(bytes) || (bytes as number) < 0) {
    throw new RequestError('bad-request', notWhole)
  }
  const parts = path.split('/')
  const isPlain =
    path.length <= folderLimits.maxPathLength &&
    parts.length <= folderLimits.maxDepth &&
    path.isWellFormed() &&
    !/[\u0000-\u001f\u007f\\]/.test(path) &&
    parts.every((part) => !/^(?:|\.|\.\.|\.git)$/i.test(part))
  if (!isPlain) throw new RequestError('bad-request', noName(path))
  return { path, bytes: bytes as number }
}

function noName(path: string): string {
  return `“${path.slice(0, 80).toWellFormed()}” is no name that a file can have here.`
}

async function writeFile(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  // Fail for existing files, so that a repeated name does not overwrite the first file.
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of chunks) await file.write(chunk)
  } finally {
    await file.close()
  }
}

function wordFailure(error: unknown, path: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (['EEXIST', 'ENOTDIR', 'EISDIR'].includes(code)) {
    const text = `“${path.slice(0, 80)}” is there twice, or is a folder as well.`
    return new RequestError('bad-request', text, { cause: error })
  }
  if (['ENAMETOOLONG', 'EINVAL', 'EILSEQ'].includes(code)) {
    return new RequestError('bad-request', noName(path), { cause: error })
  }
  return error
}

interface FolderReader {
  readLine(maxBytes: number): Promise<string>
  take(bytes: number): AsyncGenerator<Buffer>
}

/** Leaves the request open on errors, so that the client can read the answer. */
function readerOf(request: Readable, callerSignal: AbortSignal): FolderReader {
  const chunks = request.iterator({ destroyOnReturn: false })
  const abortSignal = AbortSignal.any([callerSignal, AbortSignal.timeout(folderLimits.maxMs)])
  const whenAborted = once(abortSignal, 'abort').then(() => {
    if (callerSignal.aborted) throw callerLeft()
    throw new RequestError('bad-request', 'The folder took too long to arrive. Send a part of it.')
  })
  whenAborted.catch(() => {})
  let unreadBytes: Buffer = Buffer.alloc(0)
  const readChunk = async (): Promise<Buffer> => {
    const next = chunks.next().catch((cause: unknown) => {
      throw new RequestError('bad-request', notWhole, { cause })
    })
    const { done, value } = await Promise.race([next, whenAborted])
    if (done) throw new RequestError('bad-request', notWhole)
    return value as Buffer
  }
  return {
    async readLine(maxBytes) {
      const parts: Buffer[] = []
      let length = 0
      for (;;) {
        const chunk = await readChunk()
        const end = chunk.indexOf(10)
        const part = end === -1 ? chunk : chunk.subarray(0, end)
        parts.push(part)
        length += part.length
        if (length > maxBytes || parts.length > maxParts) {
          throw new RequestError('payload-too-large', longNames)
        }
        if (end === -1) continue
        unreadBytes = chunk.subarray(end + 1)
        return Buffer.concat(parts).toString()
      }
    },
    async *take(bytes) {
      let remaining = bytes
      while (remaining > 0) {
        if (unreadBytes.length === 0) unreadBytes = await readChunk()
        const chunk = unreadBytes.subarray(0, remaining)
        unreadBytes = unreadBytes.subarray(chunk.length)
        remaining -= chunk.length
        yield chunk
      }
    },
  }
}
