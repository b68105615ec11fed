/** `markport serve`: runs the service until it is stopped. @module */
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import {
  type OptionName,
  type OptionValues,
  optionTable,
} from '../../contract/options/option-table.ts'
import { serviceRows, signInRows } from '../../contract/options/service-options.ts'
import { TlsFilesError } from '../../server/http/tls-server.ts'
import {
  type ServeOptions,
  type ServeValues,
  toServeOptions,
} from '../../server/service/serve-options.ts'
import { isDiskFull, lockForServing, type ServeLock } from '../../store/sqlite/store-folder.ts'
import { addOptions, readOptions, storePlace } from '../command-options.ts'
import { type CliContext, CommandError, readSecret, UsageError, unreadable } from '../context.ts'
import { announceNewStore, storeProblem } from '../store/store.ts'
import { printResult } from '../text-output.ts'

export const serveOptions: readonly OptionName[] = [
  ...(Object.keys(serviceRows) as OptionName[]).filter((name) => name !== 'pgBin'),
  ...(Object.keys(signInRows) as OptionName[]),
]

export function registerServe(program: Command, context: CliContext): void {
  const command = program.command('serve').description('Run the service until SIGTERM or SIGINT.')
  addOptions(command, serveOptions).action(async () => {
    const values = readServeOptions(command, context.env)
    const options = toServeOptions(values, storePlace(values))
    // Listen before the first output, because its reader may stop the service immediately.
    const stopSignal = context.untilStopped()
    const startAbort = new AbortController()
    void stopSignal.then(() => startAbort.abort())
    const { signal } = startAbort
    const onNewStore = (): void => announceNewStore(values, context)
    const server = await startService(options, values, context, { signal, onNewStore }).catch(
      (error) => {
        if (!signal.aborted) throw error
      },
    )
    if (server === undefined) return
    const { url, endpoint, appId, envId } = server
    announceSetupLink(server.setupLink, values, context)
    printResult(context, values.json ?? false, { url, endpoint, appId, envId }, () => [
      'Markport is ready.',
      '',
      `  Pages      ${url}/`,
      `  Endpoint   ${endpoint}`,
      '',
      'Stop it with Ctrl+C.',
    ])
    await stopSignal
    await server.stop()
  })
}

/**
 * @param wait Ends the wait for a missing store, and hears of a new one.
 * @throws {CommandError} When the address, the TLS files or the store cannot be used.
 * @throws {StoreError} When another service runs on the same SQLite store.
 */
export async function startService(
  options: ServeOptions,
  values: OptionValues,
  { stderr, clock }: CliContext,
  { signal, onNewStore }: { signal?: AbortSignal; onNewStore?: () => void } = {},
): Promise<import('../../server/service/server.ts').RunningServer> {
  const { openLog } = await import('../../contract/base/log.ts')
  const { startServer } = await import('../../server/service/server.ts')
  const log = openLog(values.logLevel ?? 'info', stderr.stream)
  let lock: ServeLock | undefined
  try {
    lock = lockForServing(options.database)
    const server = await startServer(options, {
      log,
      clock,
      ...(signal && { signal }),
      ...(onNewStore && { onNewStore }),
    })
    const stop = async (): Promise<void> => {
      await server.stop()
      lock?.release()
    }
    return { ...server, stop }
  } catch (error) {
    lock?.release()
    throw listenProblem(error, options) ?? storeProblem(error, options.database) ?? error
  }
}

function listenProblem(
  error: unknown,
  options: ServeOptions,
): CommandError | UsageError | undefined {
  const { code, message, syscall } = error as NodeJS.ErrnoException
  const address = `${options.host}:${options.port}`
  if (error instanceof TlsFilesError) {
    const { code, path } = error.cause as NodeJS.ErrnoException
    if (code === 'ENOENT' && path) return unreadable(path, error.cause, '--tls-cert and --tls-key')
    return new CommandError(
      `--tls-cert and --tls-key cannot be used: ${message}. Give the certificate and its key, as PEM.`,
      { cause: error },
    )
  }
  if (code === 'EADDRINUSE') {
    return new CommandError(`${address} is in use. Choose another with --listen host:port.`)
  }
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined
  return new CommandError(`cannot listen on ${address}: ${message}. Choose another address.`, {
    cause: error,
  })
}

/** @throws {UsageError} When an option or a secret cannot be read or used. */
export function readServeOptions(command: Command, env: CliContext['env']): ServeValues {
  const values = readOptions(command, env)
  const secret = (variable: string, name: 'metricsTokenFile' | 'oidcClientSecretFile') =>
    readSecret({
      variable: env[variable],
      file: values[name],
      isFileFirst: command.getOptionValueSource(name) === 'cli',
      flag: optionTable[name].flag,
    })
  const metricsToken = secret('MARKPORT_METRICS_TOKEN', 'metricsTokenFile')
  // The error never quotes the text: it may be most of a real token.
  if (metricsToken !== undefined && !/^[\x21-\x7e]{16,}$/.test(metricsToken)) {
    throw new UsageError(
      'The token of the metrics must be 16 or more characters without spaces. "openssl rand -hex 32" makes one.',
    )
  }
  const oidcClientSecret = secret('MARKPORT_OIDC_CLIENT_SECRET', 'oidcClientSecretFile')
  return { ...values, metricsToken, oidcClientSecret }
}

const fileName = 'setup-link.txt'

function announceSetupLink(
  link: string | undefined,
  values: OptionValues,
  { stderr }: CliContext,
): void {
  const place = storePlace(values)
  const file = 'dataDirectory' in place ? join(place.dataDirectory, fileName) : undefined
  // Also remove a file with other rights, or a planted symlink.
  if (file !== undefined) rmSync(file, { force: true })
  if (link === undefined) return
  const introduction = 'The administrator "admin" has no password yet.'
  if ((stderr.stream as { isTTY?: boolean }).isTTY) {
    stderr.lines([`${introduction} This link lets them choose one, once:`, `  ${link}`])
  } else if (file === undefined || !writeLink(file, link)) {
    stderr.line(
      `${introduction} "markport user link admin" prints a link that lets them choose one.`,
    )
  } else {
    stderr.lines([
      `${introduction} A link that lets them choose one, once, is in:`,
      `  ${file}`,
      '"markport user link admin" prints another.',
    ])
  }
}

/** Write the file; false on a full disk. */
function writeLink(file: string, link: string): boolean {
  try {
    writeFileSync(file, `${link}\n`, { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    rmSync(file, { force: true })
    if (!isDiskFull(dirname(file))) throw error
    return false
  }
}
