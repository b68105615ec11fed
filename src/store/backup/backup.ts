/** Makes a whole, verified backup of a store, or leaves nothing behind. @module */
import { createHash, randomUUID } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StoreError } from '../database.ts'
import type { EngineName } from '../dialects.ts'
import { type DatabaseOptions, storeFileName } from '../open-database.ts'
import type { BackupContents } from './contents.ts'
import {
  dumpPostgres,
  type PostgresPrograms,
  readPostgresDump,
  runProgram,
} from './postgres-dump.ts'
import { readSqliteCopy } from './sqlite-copy.ts'

export interface BackupRequest {
  readonly store: DatabaseOptions
  readonly file: string
  readonly mayOverwrite: boolean
  readonly programs: PostgresPrograms
}

export interface Backup extends BackupContents {
  readonly bytes: number
}

/**
 * The copy gets the file's name only once it is verified and on disk.
 * @throws {StoreError} Without a copy; an earlier file of that name is then unchanged.
 */
export async function backupStore(request: BackupRequest): Promise<Backup> {
  const { store, mayOverwrite, programs } = request
  const file = resolve(request.file)
  assertNoFile(file, request)
  const partial = `${file}.partial-${randomUUID().slice(0, 8)}`
  try {
    // The file is created with mode 0600 before it is filled, so other users can never read it.
    closeSync(openSync(partial, 'wx', 0o600))
    const contents =
      'databaseUrl' in store
        ? await copyPostgres(store.databaseUrl, partial, programs)
        : await copyInProcess(join(store.dataDirectory, storeFileName), partial, programs)
    if (contents.signingKeys > 0) throw new Error('the copy holds signing keys')
    programs.signal?.throwIfAborted()
    if (!mayOverwrite && existsSync(file)) throw fileExists(file)
    if ('dataDirectory' in store) sealFile(partial)
    const { size } = statSync(partial)
    synchronize(partial, 'r+')
    renameSync(partial, file)
    synchronize(dirname(file), 'r')
    return { ...contents, bytes: size }
  } catch (error) {
    for (const end of ['', '-journal']) rmSync(partial + end, { force: true })
    throw worded(error, file, programs.signal)
  }
}

/** @throws {StoreError} When the backup is damaged or of another program. */
export async function readBackup(
  file: string,
  programs: PostgresPrograms,
): Promise<BackupContents> {
  switch (engineOf(file)) {
    case 'sqlite':
      return readSqliteCopy(resolve(file)).catch((error: Error) => {
        throw error instanceof StoreError
          ? error
          : new StoreError(`it is damaged: ${error.message}`)
      })
    case 'postgres':
      return readPostgresDump(resolve(file), programs)
    case undefined:
      throw new StoreError(
        'it is neither a SQLite file nor a dump that pg_dump made with --format=custom',
      )
  }
}

function engineOf(file: string): EngineName | undefined {
  let text: string
  try {
    text = readAt(file, 0, 16).toString('latin1')
  } catch (error) {
    throw new StoreError(`it cannot be read: ${(error as Error).message}`, { cause: error })
  }
  if (text === 'SQLite format 3\0') return 'sqlite'
  return text.startsWith('PGDMP') ? 'postgres' : undefined
}

function assertNoFile(file: string, { store, mayOverwrite }: BackupRequest): void {
  if ('dataDirectory' in store) {
    const source = resolve(store.dataDirectory, storeFileName)
    if (!existsSync(source)) throw new StoreError(`There is no store at ${source}.`)
    if (existsSync(file) && realpathSync(file) === realpathSync(source)) {
      throw new StoreError(`${file} is the store itself. Choose another name for the copy.`)
    }
  }
  if (!existsSync(file)) return
  if (!mayOverwrite || !statSync(file).isFile()) throw fileExists(file)
}

function fileExists(file: string): StoreError {
  return new StoreError(
    `${file} is there already. Choose another name, or replace the file with --overwrite.`,
  )
}

async function copyPostgres(
  url: string,
  target: string,
  programs: PostgresPrograms,
): Promise<BackupContents> {
  await dumpPostgres(url, target, programs)
  return readPostgresDump(target, programs)
}

async function copyInProcess(
  source: string,
  target: string,
  { signal }: PostgresPrograms,
): Promise<BackupContents> {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const program = fileURLToPath(new URL(`.//sqlite-copy-process${extension}`, import.meta.url))
  const args = [program, source, target]
  const { code, stdout, stderr } = await runProgram(process.execPath, args, { signal })
  if (code !== 0) throw new StoreError(`The store was not copied: ${stderr.trim()}.`)
  return JSON.parse(stdout) as BackupContents
}

function synchronize(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const noRoom =
  /disk is full|no space left|file too large|disk i\/o error|quota|ENOSPC|EFBIG|EDQUOT/i

function worded(error: unknown, file: string, signal: AbortSignal | undefined): Error {
  const { message } = error as Error
  const { code = '' } = error as NodeJS.ErrnoException
  if (signal?.aborted) return new StoreError('The backup was stopped; nothing of it is left.')
  if (noRoom.test(message)) {
    const text = `There is no room for the copy in ${dirname(file)} (${message}). Make room, or give another place.`
    return new StoreError(text, { cause: error })
  }
  if (error instanceof StoreError || !/^E[A-Z]+$/.test(code)) return error as Error
  if (code === 'ENOENT') {
    const text = `There is no folder ${dirname(file)} for the copy. Make it, or give another place.`
    return new StoreError(text, { cause: error })
  }
  return new StoreError(`The store was not copied: ${message}.`, { cause: error })
}

const blockBytes = 1024 * 1024
/** SQLite's page size is a multiple of this, so a sealed copy is recognized by its odd size. */
const sectorBytes = 512

function sealOf(digest: string): string {
  return `\nmarkport-backup sha256 ${digest}\n`
}

const sealBytes = sealOf('0'.repeat(64)).length

function sealFile(file: string): void {
  appendFileSync(file, sealOf(digestOf(file, statSync(file).size)))
}

/** @throws {StoreError} When the bytes have changed since sealing; a file without a seal passes. */
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
