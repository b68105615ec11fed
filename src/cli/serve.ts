/** `markport serve`: the service, until it is asked to end. @module */
import type { Command } from 'commander'
import { isLoopback, type OptionName, type OptionValues } from '../config.ts'
import { DatabaseRefusedError } from '../database/database.ts'
import type { ServeOptions } from '../server.ts'
import { addOptions, readOptions, storePlace } from './command-options.ts'
import { type CliContext, CommandError, UsageError } from './context.ts'

/** Options of the service. */
export const serveOptions: readonly OptionName[] = [
  'listen',
  'data',
  'databaseUrl',
  'requireStandby',
  'tlsCert',
  'tlsKey',
  'wiki',
  'behindProxy',
  'publicUrl',
  'readers',
  'maxBody',
  'maxMarkdown',
  'maxDepth',
  'maxAdf',
  'conversionTimeout',
  'maxLiveTokens',
  'logLevel',
  'json',
]

/**
 * Add the command.
 * @param program The program.
 * @param context What it may use.
 */
export function registerServe(program: Command, context: CliContext): void {
  const command = program.command('serve').description('Run the service until SIGTERM or SIGINT.')
  addOptions(command, serveOptions).action(async () => {
    const values = readOptions(command, context.env)
    const options = toServeOptions(values)
    // Before the first line: whoever reads it may ask to end at once.
    const stopped = context.untilStopped()
    const waiting = new AbortController()
    void stopped.then(() => waiting.abort())
    const server = await start(options, values, context, waiting.signal).catch((error) => {
      if (!waiting.signal.aborted) throw error
    })
    if (server === undefined) return
    const { url, endpoint, appId, envId } = server
    const text = values.json
      ? JSON.stringify({ url, endpoint, appId, envId })
      : `Markport is ready.\n\n  Pages      ${url}/\n  Endpoint   ${endpoint}\n\nStop it with Ctrl+C.`
    if (server.setupLink !== undefined) {
      context.stderr.write(
        `The administrator "admin" has no password yet. This link lets them choose one, once:\n  ${server.setupLink}\n`,
      )
    }
    context.stdout.write(`${text}\n`)
    await stopped
    await server.stop()
  })
}

/**
 * Start the service, and word what keeps it from starting.
 * @param options What to serve.
 * @param values Options that the log needs.
 * @param context Where the log goes.
 * @param signal Ends the wait for a store that is not there.
 * @throws {CommandError} When the address is taken or may not be used, or the store refuses us.
 */
export async function start(
  options: ServeOptions,
  values: OptionValues,
  { stderr, clock }: CliContext,
  signal?: AbortSignal,
): Promise<import('../server.ts').RunningServer> {
  const { openLog } = await import('../log.ts')
  const { startServer } = await import('../server.ts')
  try {
    const log = openLog(values.logLevel ?? 'info', stderr)
    return await startServer(options, { log, clock, ...(signal && { signal }) })
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    const address = `${options.host}:${options.port}`
    if (error instanceof DatabaseRefusedError) throw new CommandError(message)
    if (code === 'EADDRINUSE') {
      throw new CommandError(`${address} is in use. Choose another with --listen host:port.`)
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new CommandError(`cannot listen on ${address}: ${message}. Choose another address.`)
    }
    throw error
  }
}

/**
 * Check the options against each other.
 * @param values Parsed options.
 * @throws {UsageError} When they do not go together.
 */
export function toServeOptions(values: OptionValues): ServeOptions {
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
    readers: values.readers ?? (isLoopback(host) && !isBehindProxy ? 'anyone' : 'users'),
    limits: {
      maxBodyBytes: values.maxBody as number,
      maxMarkdownBytes: values.maxMarkdown as number,
      maxDepth: values.maxDepth as number,
      maxAdfBytes: values.maxAdf as number,
      conversionTimeoutMs: values.conversionTimeout as number,
    },
    maxLiveTokens: values.maxLiveTokens as number,
  }
}
