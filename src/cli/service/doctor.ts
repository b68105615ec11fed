/** `markport doctor`: finds problems of the installation, with advice. @module */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { counted } from '../../contract/base/visible-text.ts'
import type { OptionValues } from '../../contract/options/option-table.ts'
import { checkFollowing } from '../../server/following/followed-repositories.ts'
import {
  type ServeValues,
  toOpenIdOptions,
  toServeOptions,
} from '../../server/service/serve-options.ts'
import { dialects } from '../../store/dialects.ts'
import { readSchema, type SchemaState } from '../../store/migrate.ts'
import {
  type LookedAtDatabase,
  lookIntoDatabase,
  storeFileName,
} from '../../store/open-database.ts'
import { sql } from '../../store/sql.ts'
import { findOpenToOthers } from '../../store/sqlite/store-folder.ts'
import {
  type Check,
  check,
  checkRunningStore,
  maxClockSkewMs,
  wrong,
} from '../../store/store-checks.ts'
import { addOptions, storePlace } from '../command-options.ts'
import { type CliContext, CommandError } from '../context.ts'
import { printResult } from '../text-output.ts'
import { checkConnections } from './doctor-connections.ts'
import { readServeOptions, serveOptions } from './serve.ts'

export function registerDoctor(program: Command, context: CliContext): void {
  const command = program
    .command('doctor')
    .description(
      'Check configuration, store, durability, clock and connections; say how to fix problems.',
    )
  addOptions(command, serveOptions).action(async () => {
    const values = readServeOptions(command, context.env)
    const checks = await runChecks(values, context)
    printResult(context, values.json ?? false, { checks }, () => checks.flatMap(inWords))
    const count = checks.filter(({ ok }) => !ok).length
    if (count > 0) {
      throw new CommandError(`${counted(count, 'thing')} ${count === 1 ? 'is' : 'are'} wrong.`)
    }
  })
}

function inWords({ name, ok, detail, mend }: Check): string[] {
  const line = `${ok ? '✓' : '✗'} ${name}: ${detail}`
  return mend === null ? [line] : [line, `    ${mend}`]
}

const oldestNodeMajor = 24
const minFreeBytes = 1024 * 1024 * 1024

async function runChecks(values: ServeValues, context: CliContext): Promise<Check[]> {
  const checks = [checkNode(), await check('configuration', () => configuration(values))]
  if (values.oidcIssuer !== undefined) {
    checks.push(await check('OpenID provider', () => provider(values, context.clock())))
  }
  if (values.tlsCert !== undefined && values.tlsKey !== undefined) {
    const { tlsCert, tlsKey } = values
    checks.push(await check('certificate', () => certificate(tlsCert, tlsKey, context.clock())))
  }
  if (values.databaseUrl === undefined) {
    const folder = values.data as string
    const file = join(folder, storeFileName)
    if (!existsSync(file)) {
      return [...checks, noStoreYet(`${file} is not there yet`)]
    }
    checks.push(await check('folder', () => folderState(folder)))
    checks.push(await check('rights', () => rightsOf(file)))
  }
  return [...checks, ...(await checkStore(values, context))]
}

function checkNode(): Check {
  const { node, sqlite } = process.versions
  const isFine = Number(node.split('.')[0]) >= oldestNodeMajor
  return {
    name: 'program',
    ok: isFine,
    detail: `Node ${node} with SQLite ${sqlite}`,
    mend: isFine ? null : `Run it with Node ${oldestNodeMajor} or newer.`,
  }
}

function configuration(values: ServeValues): string {
  const { readers, publicUrl, isBehindProxy } = toServeOptions(values, storePlace(values))
  if (isBehindProxy && publicUrl === undefined) {
    throw wrong(
      'a proxy is in front, but page links would show the address behind it',
      'Give --public-url https://… as callers see it.',
    )
  }
  const who = readers === 'local' ? 'who is at this machine' : readers
  return `pages are open to ${who}`
}

async function provider(values: ServeValues, now: Date): Promise<string> {
  const openId = toOpenIdOptions(values)
  if (openId === undefined) return 'none'
  const { discoverProvider } = await import('../../accounts/openid/openid-provider.ts')
  let date: string | null = null
  const metadata = await discoverProvider(openId.client, (text) => {
    date = text
  }).catch((error: Error) => {
    const reason = error.cause instanceof Error ? `: ${error.cause.message}` : ''
    throw wrong(`${error.message}${reason}`, 'Check --oidc-issuer, and the way to the provider.')
  })
  const skewMs = date === null ? 0 : Math.abs(Date.parse(date) - now.getTime())
  if (skewMs > maxClockSkewMs) {
    throw wrong(`its clock is ${skewMs} ms off`, 'Synchronise both clocks with NTP.')
  }
  return `${metadata.issuer} answers; it must know ${openId.client.clientId} and its return addresses`
}

function certificate(certFile: string, keyFile: string, now: Date): string {
  const x509 = new X509Certificate(readFileSync(certFile))
  if (!x509.checkPrivateKey(createPrivateKey(readFileSync(keyFile)))) {
    throw wrong(
      'the key does not belong to the certificate',
      'Give the pair that belongs together.',
    )
  }
  const expiresAt = new Date(x509.validTo)
  if (expiresAt <= now) {
    throw wrong(`it expired at ${expiresAt.toISOString()}`, 'Renew it; no restart is needed.')
  }
  return `valid until ${expiresAt.toISOString()}`
}

function folderState(folder: string): string {
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  const { bavail, bsize } = statfsSync(folder)
  const freeBytes = bavail * bsize
  const free = `${Math.round(freeBytes / 1024 / 1024)} MiB free`
  if (freeBytes < minFreeBytes) throw wrong(free, 'Make room: a full disk refuses imports.')
  return free
}

/** Whoever can read the file can read all pages and unencrypted secrets. */
function rightsOf(file: string): string {
  const { folder, files } = findOpenToOthers(file)
  const openPaths = [...folder, ...files]
  if (openPaths.length === 0) return 'only their owner uses the folder and the files of the store'
  const mend = [
    ...(folder.length > 0 ? [`chmod 700 ${folder.join(' ')}`] : []),
    ...(files.length > 0 ? [`chmod 600 ${files.join(' ')}`] : []),
  ]
  throw wrong(`others may use ${openPaths.join(', ')}`, `Run ${mend.join(' && ')}`)
}

async function checkStore(values: OptionValues, context: CliContext): Promise<Check[]> {
  let database: LookedAtDatabase | undefined
  try {
    database = await lookIntoDatabase(storePlace(values))
    if (database === undefined) return [noStoreYet('it is empty')]
    const { engine, read } = database
    const schema = await readSchema(engine, read)
    if (schema.version === undefined) return [noStoreYet('it is empty')]
    const checks = [
      await check('store', () => storeState({ engine, read })),
      await check('schema', () => schemaState(schema)),
      ...(await checkRunningStore(database, context.clock())),
    ]
    // Another schema may lack the table.
    const isCurrent = schema.pending.length === 0 && !schema.isNewer
    if (!isCurrent) return checks
    const connections = await checkConnections(database, context)
    const followChecks = await checkFollowing(database, context.clock)
    return [...checks, ...connections, ...followChecks]
  } catch (error) {
    const mend =
      values.databaseUrl === undefined
        ? 'Check the folder and its permissions; restore the store from a backup if it is damaged.'
        : 'Check that PostgreSQL runs, that the address is right and that the user may connect.'
    return [{ name: 'store', ok: false, detail: (error as Error).message, mend }]
  } finally {
    await database?.close()
  }
}

function noStoreYet(detail: string): Check {
  const mend = 'Nothing to mend: the first command that works on it makes it.'
  return { name: 'store', ok: true, detail, mend }
}

async function storeState({
  engine,
  read,
}: Pick<LookedAtDatabase, 'engine' | 'read'>): Promise<string> {
  const damage = await dialects[engine].findDamage(read)
  if (damage !== undefined) {
    throw wrong(`the file is damaged: ${damage}`, 'Restore it from a backup.')
  }
  const [row] = await read<{ pages: number }>(sql`select count(*) as pages from pages`)
  return `${engine}, ${row?.pages} pages`
}

function schemaState({ version, pending, isNewer, isHalfSpread }: SchemaState): string {
  if (isNewer) {
    throw wrong(
      `a newer Markport made it: its schema is number ${version}`,
      'Upgrade this Markport.',
    )
  }
  if (pending.length > 0) {
    throw wrong(
      `behind this program: ${pending.join(', ')}`,
      'Take a backup, stop older services, then run markport migrate; serve does the same.',
    )
  }
  if (isHalfSpread) {
    throw wrong(
      'it is not spread over all servers of the Citus yet',
      'Run markport migrate, which goes on with that.',
    )
  }
  return 'up to date'
}
