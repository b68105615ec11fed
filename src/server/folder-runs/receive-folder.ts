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
  /** How long a folder may take to arrive, in milliseconds. */
  maxMs: 2 * 60_000,
} as const
/** Pieces in which the line may come: each costs memory, however small it is. */
const maxParts = 10_000

interface SentFile {
  readonly path: string
  readonly bytes: number
}

export interface SentFolder {
  /** The members of the line, as they were sent. */
  readonly head: Readonly<Record<string, unknown>>
  /**
   * Write the files below a folder.
   * @throws {RequestError} `bad-request` when they do not arrive whole, or cannot be there.
   */
  unpack(folder: string): Promise<void>
}

/**
 * Read the line before the files.
 * @throws {RequestError} `bad-request` for what no folder can be, `payload-too-large`.
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

function checkFiles(sent: unknown): readonly SentFile[] {
  const { maxFiles, maxBytes } = folderLimits
  if (!Array.isArray(sent)) throw new RequestError('bad-request', notWhole)
  const larger = 'Choose a part of the folder, or use “markport import”.'
  if (sent.length > maxFiles) {
    const text = `These are ${sent.length} files, and at most ${maxFiles} are taken at once. ${larger}`
    throw new RequestError('payload-too-large', text)
  }
  const files = sent.map(checkFile)
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes) {
    const text = `These files have more than the ${maxBytes / 1024 / 1024} MiB that are taken at once. ${larger}`
    throw new RequestError('payload-too-large', text)
  }
  return files
}

/** Names become paths on our disk, so none may leave the folder. */
function checkFile(sent: unknown): SentFile {
  const { path, bytes } = Object(sent) as Readonly<Record<string, unknown>>
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
  // Exclusively: a name that is there twice must not overwrite the first file.
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

/** The request stays open when the reading ends early, so that a refusal can be answered. */
function readerOf(request: Readable, left: AbortSignal): FolderReader {
  const chunks = request.iterator({ destroyOnReturn: false })
  const ending = AbortSignal.any([left, AbortSignal.timeout(folderLimits.maxMs)])
  const ended = once(ending, 'abort').then(() => {
    if (left.aborted) throw callerLeft()
    throw new RequestError('bad-request', 'The folder took too long to arrive. Send a part of it.')
  })
  ended.catch(() => {})
  let rest: Buffer = Buffer.alloc(0)
  const more = async (): Promise<Buffer> => {
    const next = chunks.next().catch((cause: unknown) => {
      throw new RequestError('bad-request', notWhole, { cause })
    })
    const { done, value } = await Promise.race([next, ended])
    if (done) throw new RequestError('bad-request', notWhole)
    return value as Buffer
  }
  return {
    async readLine(maxBytes) {
      const parts: Buffer[] = []
      let length = 0
      for (;;) {
        const chunk = await more()
        const end = chunk.indexOf(10)
        const part = end === -1 ? chunk : chunk.subarray(0, end)
        parts.push(part)
        length += part.length
        if (length > maxBytes || parts.length > maxParts) {
          throw new RequestError('payload-too-large', longNames)
        }
        if (end === -1) continue
        rest = chunk.subarray(end + 1)
        return Buffer.concat(parts).toString()
      }
    },
    async *take(bytes) {
      let left = bytes
      while (left > 0) {
        if (rest.length === 0) rest = await more()
        const chunk = rest.subarray(0, left)
        rest = rest.subarray(chunk.length)
        left -= chunk.length
        yield chunk
      }
    },
  }
}
