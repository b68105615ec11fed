/** `markport serve`: runs the service until it is stopped. @module */
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import type { SecondFactorRule } from '../../accounts/sessions/sessions.ts'
import { isLoopback } from '../../contract/base/hosts.ts'
import {
  type OptionName,
  type OptionValues,
  optionTable,
} from '../../contract/options/option-table.ts'
import { serviceRows, signInRows } from '../../contract/options/service-options.ts'
import { TlsFilesError } from '../../server/http/tls-server.ts'
import type { OpenIdOptions, ServeOptions } from '../../server/service/serve-options.ts'
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
    const options = toServeOptions(values)
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

export interface ServeValues extends OptionValues {
  readonly metricsToken?: string | undefined
  readonly oidcClientSecret?: string | undefined
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

/** @throws {UsageError} When options conflict. */
export function toServeOptions(values: ServeValues): ServeOptions {
  const { host, port } = values.listen as { host: string; port: number }
  const isBehindProxy = values.behindProxy ?? false
  if ((values.tlsCert === undefined) !== (values.tlsKey === undefined)) {
    throw new UsageError('--tls-cert and --tls-key go together: give both or neither.')
  }
  const tls =
    values.tlsCert === undefined
      ? undefined
      : { certFile: values.tlsCert, keyFile: values.tlsKey as string }
  if (!isLoopback(host) && tls === undefined && !isBehindProxy) {
    throw new UsageError(
      `--listen ${host}: others could read tokens on the way. Give --tls-cert and --tls-key, or --behind-proxy when a proxy in front ends TLS.`,
    )
  }
  return {
    host,
    port,
    database: storePlace(values),
    tls,
    isBehindProxy,
    publicUrl: values.publicUrl,
    allowedHosts: values.allowedHost ?? [],
    hasMcp: values.mcp ?? true,
    readers: values.readers ?? (isLoopback(host) && !isBehindProxy ? 'local' : 'users'),
    metricsToken: values.metricsToken,
    limits: {
      maxBodyBytes: values.maxBody as number,
      maxMarkdownBytes: values.maxMarkdown as number,
      maxDepth: values.maxDepth as number,
      maxAdfBytes: values.maxAdf as number,
      conversionTimeoutMs: values.conversionTimeout as number,
    },
    maxLiveTokens: values.maxLiveTokens as number,
    secondFactorRule: values.requireSecondFactor as SecondFactorRule,
    openId: toOpenIdOptions(values),
    memoryBytes: values.memory,
    allowsPrivateRepositories: values.allowPrivateRepositories ?? false,
    keep: { importsMs: values.keepImports as number, auditMs: values.keepAudit as number },
  }
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

/** @throws {UsageError} When an option of the provider is missing. */
export function toOpenIdOptions(values: ServeValues): OpenIdOptions | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = values
  const isBesidePasswords = values.passwordSignIn !== 'off'
  const { oidcAdministrators: administrators = [], oidcAccess: access = [] } = values
  if (issuer === undefined) {
    if (isBesidePasswords) return undefined
    throw new UsageError('--password-sign-in off leaves no way in: give --oidc-issuer as well.')
  }
  if (clientId === undefined) {
    throw new UsageError('--oidc-issuer goes with --oidc-client-id: the provider gives it.')
  }
  if (clientSecret === undefined) {
    throw new UsageError(
      '--oidc-issuer goes with --oidc-client-secret-file or MARKPORT_OIDC_CLIENT_SECRET: the provider gives the secret.',
    )
  }
  const isAskingForGroups = administrators.length + access.length > 0
  const name = values.oidcName as string
  return {
    client: { issuer, clientId, clientSecret, name, isAskingForGroups },
    groups: { claim: values.oidcGroupsClaim as string, administrators, access },
    isBesidePasswords,
  }
}
