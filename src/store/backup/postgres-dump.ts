/** Dumps a PostgreSQL store with PostgreSQL's own programs, and verifies such a dump. @module */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { StoreError } from '../database.ts'
import { lookIntoDatabase } from '../open-database.ts'
import { secretTables } from '../secrets.ts'
import { sql } from '../sql.ts'
import { type BackupContents, toContents } from './contents.ts'

export interface PostgresPrograms {
  readonly folder: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal | undefined
}

/** A PostgreSQL program is missing, so the file could not be checked. */
export class MissingProgramError extends StoreError {}

/** @throws {StoreError} When `pg_dump` is missing, too old or fails. */
export async function dumpPostgres(
  url: string,
  target: string,
  programs: PostgresPrograms,
): Promise<void> {
  await assertDumpVersion(url, programs)
  const { address, password } = splitPassword(url)
  const args = [
    '--format=custom',
    '--no-password',
    ...secretTables.map((table) => `--exclude-table-data=*.${table}`),
    `--file=${target}`,
    `--dbname=${address}`,
  ]
  // Every user of the machine can read arguments; only the same user can read the environment.
  const env = password === undefined ? programs.env : { ...programs.env, PGPASSWORD: password }
  const { code, stderr } = await run('pg_dump', args, { ...programs, env })
  if (code !== 0) throw new StoreError(`pg_dump failed: ${lastLine(stderr)}`)
}

/** @throws {StoreError} When the dump is damaged or `pg_restore` is missing. */
export async function readPostgresDump(
  file: string,
  programs: PostgresPrograms,
): Promise<BackupContents> {
  const rows = copyRowCounter()
  const options = { ...programs, onOutput: rows.add }
  const { code, stderr } = await run('pg_restore', ['--file=-', file], options)
  if (code !== 0) throw new StoreError(`it is damaged: ${lastLine(stderr)}`)
  return toContents('postgres', rows.schema(), rows.counts())
}

async function assertDumpVersion(url: string, programs: PostgresPrograms): Promise<void> {
  const database = await lookIntoDatabase({ databaseUrl: url })
  let server: number
  try {
    const rows = await database?.read<{ version: string }>(
      sql`select current_setting('server_version_num') as version`,
    )
    server = Math.floor(Number(rows?.[0]?.version) / 10_000)
  } finally {
    await database?.close()
  }
  const { stdout } = await run('pg_dump', ['--version'], programs)
  const ownVersion = Number(/\d+/.exec(stdout)?.[0])
  if (ownVersion < server) {
    throw new StoreError(
      `pg_dump ${ownVersion} cannot dump PostgreSQL ${server}. Install the client programs of version ${server} or newer, and name their folder with --pg-bin.`,
    )
  }
}

async function run(
  name: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  { folder, ...options }: ProgramOptions & { folder: string | undefined },
): Promise<ProgramRun> {
  try {
    return await runProgram(folder === undefined ? name : join(folder, name), args, options)
  } catch (error) {
    if (!['ENOENT', 'EACCES'].includes((error as { code?: string }).code ?? '')) throw error
    const place = folder === undefined ? 'on the path' : `in ${folder}`
    throw new MissingProgramError(
      `There is no ${name} ${place}. Install PostgreSQL's client programs (postgresql-client on Debian), or name their folder with --pg-bin.`,
      { cause: error },
    )
  }
}

/** Remove the password, and the parameters that only Node's driver knows. */
export function splitPassword(url: string): { address: string; password: string | undefined } {
  const [, scheme, userInfo = '', rest = ''] = /^(\w+:\/\/)(?:([^@/?]*)@)?(.*)$/.exec(url) ?? []
  const [user, ...words] = userInfo.split(':')
  const [place = '', query = ''] = rest.split('?')
  const parameters = new URLSearchParams(query)
  const secret = words.length > 0 ? decodeURIComponent(words.join(':')) : parameters.get('password')
  for (const name of ['password', 'ssl', 'uselibpqcompat', 'options']) parameters.delete(name)
  if (parameters.get('sslmode') === 'no-verify') parameters.set('sslmode', 'require')
  const remainingQuery = [...parameters].map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  const address = `${scheme}${user === '' ? '' : `${user}@`}${place}${remainingQuery.length === 0 ? '' : `?${remainingQuery.join('&')}`}`
  return { address, password: secret ?? undefined }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.slice(0, 500) ?? ''
}

interface ProgramRun {
  readonly code: number | null
  /** Without `onOutput`. */
  readonly stdout: string
  readonly stderr: string
}

interface ProgramOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal | undefined
  readonly onOutput?: (bytes: Buffer) => void
}

const maxErrorLength = 2_000

/** @throws {Error} `ENOENT` without such a program, `ABORT_ERR` when aborted. */
export function runProgram(
  program: string,
  args: readonly string[],
  { env, signal, onOutput }: ProgramOptions = {},
): Promise<ProgramRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      killSignal: 'SIGKILL',
      ...(env && { env }),
      ...(signal && { signal }),
    })
    let [stdout, stderr] = ['', '']
    const collect = (bytes: Buffer): void => {
      stdout += bytes.toString()
    }
    child.stdout.on('data', onOutput ?? collect)
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-maxErrorLength)
    })
    let failure: Error | undefined
    child.on('error', (error) => {
      failure = error
    })
    // Wait for the end: an aborted program must not write to a file that is being removed.
    child.on('close', (code) =>
      failure === undefined ? resolve({ code, stdout, stderr }) : reject(failure),
    )
  })
}

const newline = 0x0a
const keptBytes = 300

export function copyRowCounter() {
  const counts = new Map<string, number>()
  let schema: number | undefined
  let table: string | undefined
  let start = Buffer.alloc(0)
  const takeLine = (line: string): void => {
    if (table === undefined) {
      const [, tableName] = /^CREATE TABLE (?:\w+\.)?(\w+) /.exec(line) ?? []
      if (tableName !== undefined) counts.set(tableName, 0)
      table = /^COPY (?:\w+\.)?(\w+) .*FROM stdin;$/.exec(line)?.[1]
      return
    }
    if (line === '\\.') {
      table = undefined
      return
    }
    counts.set(table, (counts.get(table) ?? 0) + 1)
    if (table === 'migrations') schema = Math.max(schema ?? 0, Number(line.split('\t')[0]))
  }
  return {
    add(bytes: Buffer): void {
      let from = 0
      // COPY escapes line breaks in data, so each line break ends a row.
      for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
        takeLine(keep(start, bytes.subarray(from, end)).toString('latin1'))
        start = Buffer.alloc(0)
        from = end + 1
      }
      start = keep(start, bytes.subarray(from))
    },
    counts: (): ReadonlyMap<string, number> => counts,
    schema: (): number | undefined => schema,
  }
}

function keep(start: Buffer, bytes: Buffer): Buffer<ArrayBuffer> {
  return Buffer.concat([start, bytes.subarray(0, Math.max(0, keptBytes - start.length))])
}
