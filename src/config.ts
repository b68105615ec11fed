/** The option table: every option once, with its variable, default, meaning and parser. @module */
import { parseHostName } from './host-name.ts'

/** What is wrong with a value, for the message that names the option. */
export class OptionError extends Error {
  override readonly name = 'OptionError'
}

export interface OptionRow<Value> {
  readonly flag: `--${string}`
  /** Shown after the flag; options without one are true or false. */
  readonly argument?: string
  readonly env: `MARKPORT_${string}`
  /** The flag may be given several times, which is one list. */
  readonly isRepeatable?: boolean
  /** As a user would write it; without one the option is off. */
  readonly fallback?: string
  readonly description: string
  /** @throws {OptionError} Saying what is allowed. */
  parse(text: string): Value
}

/** What each option parses to. */
interface OptionTypes {
  readonly listen: { readonly host: string; readonly port: number }
  readonly data: string
  readonly databaseUrl: string
  readonly requireStandby: boolean
  readonly tlsCert: string
  readonly tlsKey: string
  readonly wiki: 'embedded'
  readonly behindProxy: boolean
  readonly publicUrl: string
  readonly allowedHost: readonly string[]
  readonly readers: 'anyone' | 'users'
  readonly metricsListen: { readonly host: string; readonly port: number }
  readonly metricsTokenFile: string
  readonly maxBody: number
  readonly maxMarkdown: number
  readonly maxDepth: number
  readonly maxAdf: number
  readonly conversionTimeout: number
  readonly memory: number
  readonly maxLiveTokens: number
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly json: boolean
  readonly endpoint: string
  readonly space: string
  readonly parent: string
  readonly tokenFile: string
  readonly hostTokenFile: string
  readonly exclude: readonly string[]
  readonly overwrite: boolean
  readonly removeTitleHeading: boolean
  readonly concurrency: number
  readonly timeout: number
  readonly manifest: string
  readonly failOn: readonly string[]
  readonly pgBin: string
  readonly keepImports: number
  readonly keepAudit: number
}

export type OptionName = keyof OptionTypes

/** Parsed options; those without a default may be absent. */
export type OptionValues = Partial<OptionTypes>

/** One row for each option; `--help`, the documentation and the tests are made from it. */
export const optionTable: { readonly [Name in OptionName]: OptionRow<OptionTypes[Name]> } = {
  listen: {
    flag: '--listen',
    argument: '<host:port>',
    env: 'MARKPORT_LISTEN',
    fallback: '127.0.0.1:8787',
    description: 'Address to listen on; port 0 takes any free one.',
    parse: parseAddress,
  },
  data: {
    flag: '--data',
    argument: '<dir>',
    env: 'MARKPORT_DATA',
    fallback: './markport-data',
    description: 'Folder of the embedded SQLite store.',
    parse: parseText,
  },
  databaseUrl: {
    flag: '--database-url',
    argument: '<url>',
    env: 'MARKPORT_DATABASE_URL',
    description: 'PostgreSQL store to use instead of --data.',
    parse: parseDatabaseUrl,
  },
  requireStandby: {
    flag: '--require-standby',
    env: 'MARKPORT_REQUIRE_STANDBY',
    description: 'Refuse writes that no synchronous standby of PostgreSQL confirms.',
    parse: parseBoolean,
  },
  tlsCert: {
    flag: '--tls-cert',
    argument: '<file>',
    env: 'MARKPORT_TLS_CERT',
    description: 'Certificate chain for HTTPS, as PEM; read again when it changes.',
    parse: parseText,
  },
  tlsKey: {
    flag: '--tls-key',
    argument: '<file>',
    env: 'MARKPORT_TLS_KEY',
    description: 'Private key of the certificate, as PEM.',
    parse: parseText,
  },
  wiki: {
    flag: '--wiki',
    argument: '<kind>',
    env: 'MARKPORT_WIKI',
    fallback: 'embedded',
    description: 'Wiki to import into; this version has only the embedded one.',
    parse: parseWiki,
  },
  behindProxy: {
    flag: '--behind-proxy',
    env: 'MARKPORT_BEHIND_PROXY',
    description: 'A proxy in front ends TLS, so listening beyond this machine without it is fine.',
    parse: parseBoolean,
  },
  publicUrl: {
    flag: '--public-url',
    argument: '<url>',
    env: 'MARKPORT_PUBLIC_URL',
    description: 'Address that callers and readers use, when it is not the listening one.',
    parse: parsePublicUrl,
  },
  allowedHost: {
    flag: '--allowed-host',
    argument: '<names>',
    env: 'MARKPORT_ALLOWED_HOSTS',
    isRepeatable: true,
    description:
      'Further host names that requests may be addressed to, between commas; with a port, that port only.',
    parse: parseHosts,
  },
  readers: {
    flag: '--readers',
    argument: '<who>',
    env: 'MARKPORT_READERS',
    description:
      'Who may read pages on the web without signing in: anyone or users; by default who is at this machine when listening on a loopback address without --behind-proxy, else users.',
    parse: parseReaders,
  },
  metricsListen: {
    flag: '--metrics-listen',
    argument: '<host:port>',
    env: 'MARKPORT_METRICS_LISTEN',
    description: 'Address of its own for /metrics, over plain HTTP, which is then nowhere else.',
    parse: parseAddress,
  },
  metricsTokenFile: {
    flag: '--metrics-token-file',
    argument: '<file>',
    env: 'MARKPORT_METRICS_TOKEN_FILE',
    description:
      'File with the token that opens /metrics, instead of MARKPORT_METRICS_TOKEN. Without it and --metrics-listen there is no /metrics, except where anyone may read and only this machine can.',
    parse: parseText,
  },
  maxBody: {
    flag: '--max-body',
    argument: '<size>',
    env: 'MARKPORT_MAX_BODY',
    fallback: '8MiB',
    description: 'Largest request body.',
    parse: parseSize,
  },
  maxMarkdown: {
    flag: '--max-markdown',
    argument: '<size>',
    env: 'MARKPORT_MAX_MARKDOWN',
    fallback: '1MiB',
    description: 'Most Markdown in one import; embedded images are not counted.',
    parse: parseSize,
  },
  maxDepth: {
    flag: '--max-depth',
    argument: '<levels>',
    env: 'MARKPORT_MAX_DEPTH',
    fallback: '90',
    description: 'Deepest nesting of quotes, lists and emphasis: 1 to 90.',
    parse: wholeNumber(1, 90),
  },
  maxAdf: {
    flag: '--max-adf',
    argument: '<size>',
    env: 'MARKPORT_MAX_ADF',
    fallback: '5MiB',
    description: 'Largest converted document.',
    parse: parseSize,
  },
  conversionTimeout: {
    flag: '--conversion-timeout',
    argument: '<duration>',
    env: 'MARKPORT_CONVERSION_TIMEOUT',
    fallback: '3s',
    description: 'Longest time that one conversion may take.',
    parse: parseDuration,
  },
  memory: {
    flag: '--memory',
    argument: '<size>',
    env: 'MARKPORT_MEMORY',
    description:
      'Memory that the service and its workers may hold together; by default what the cgroup allows, at most 1GiB.',
    parse: parseMemory,
  },
  maxLiveTokens: {
    flag: '--max-live-tokens',
    argument: '<count>',
    env: 'MARKPORT_MAX_LIVE_TOKENS',
    fallback: '50',
    description: 'Most API tokens that have not expired.',
    parse: wholeNumber(1, 10_000),
  },
  logLevel: {
    flag: '--log-level',
    argument: '<level>',
    env: 'MARKPORT_LOG_LEVEL',
    fallback: 'info',
    description: 'Least serious events that are logged: debug, info, warn, error or silent.',
    parse: parseLogLevel,
  },
  json: {
    flag: '--json',
    env: 'MARKPORT_JSON',
    description: 'Print exact JSON instead of text for people.',
    parse: parseBoolean,
  },
  endpoint: {
    flag: '--endpoint',
    argument: '<url>',
    env: 'MARKPORT_ENDPOINT',
    description: 'Address to import to, as `markport serve` prints it.',
    parse: parseEndpoint,
  },
  space: {
    flag: '--space',
    argument: '<id>',
    env: 'MARKPORT_SPACE',
    description: 'Space to import into, by id or key.',
    parse: parseText,
  },
  parent: {
    flag: '--parent',
    argument: '<id>',
    env: 'MARKPORT_PARENT',
    description: 'Id of the page to import below.',
    parse: parsePageId,
  },
  tokenFile: {
    flag: '--token-file',
    argument: '<file>',
    env: 'MARKPORT_TOKEN_FILE',
    description: 'File with the API token, instead of MARKPORT_TOKEN.',
    parse: parseText,
  },
  hostTokenFile: {
    flag: '--host-token-file',
    argument: '<file>',
    env: 'MARKPORT_HOST_TOKEN_FILE',
    description:
      'File with a host token, instead of MARKPORT_HOST_TOKEN: space and parent are checked with it before anything is sent.',
    parse: parseText,
  },
  exclude: {
    flag: '--exclude',
    argument: '<patterns>',
    env: 'MARKPORT_EXCLUDE',
    isRepeatable: true,
    description: 'Files and folders to leave out, as in .gitignore, between commas.',
    parse: parseList,
  },
  overwrite: {
    flag: '--no-overwrite',
    env: 'MARKPORT_OVERWRITE',
    fallback: 'true',
    description: 'Leave pages that are there as they are; the variable set to false says the same.',
    parse: parseBoolean,
  },
  removeTitleHeading: {
    flag: '--remove-title-heading',
    env: 'MARKPORT_REMOVE_TITLE_HEADING',
    description: 'Take out the heading that is the title of its page.',
    parse: parseBoolean,
  },
  concurrency: {
    flag: '--concurrency',
    argument: '<count>',
    env: 'MARKPORT_CONCURRENCY',
    fallback: '3',
    description: 'Pages sent at once: 1 to 32.',
    parse: wholeNumber(1, 32),
  },
  timeout: {
    flag: '--timeout',
    argument: '<duration>',
    env: 'MARKPORT_TIMEOUT',
    fallback: '30s',
    description: 'Longest wait for one answer.',
    parse: parseDuration,
  },
  manifest: {
    flag: '--manifest',
    argument: '<file>',
    env: 'MARKPORT_MANIFEST',
    description:
      'File that remembers what was imported; by default .markport/manifest.json beside the files.',
    parse: parseText,
  },
  failOn: {
    flag: '--fail-on',
    argument: '<codes>',
    env: 'MARKPORT_FAIL_ON',
    isRepeatable: true,
    description: 'Warnings that --check fails on, between commas; by default all.',
    parse: parseList,
  },
  pgBin: {
    flag: '--pg-bin',
    argument: '<dir>',
    env: 'MARKPORT_PG_BIN',
    description:
      'Folder of pg_dump and pg_restore, for copies of a PostgreSQL store; by default those on the PATH.',
    parse: parseText,
  },
  keepImports: {
    flag: '--keep-imports',
    argument: '<age>',
    env: 'MARKPORT_KEEP_IMPORTS',
    fallback: '365d',
    description: 'How long the history of imports is kept: 1d or more, or forever.',
    parse: parseKeepTime,
  },
  keepAudit: {
    flag: '--keep-audit',
    argument: '<age>',
    env: 'MARKPORT_KEEP_AUDIT',
    fallback: '365d',
    description: 'How long the audit records are kept: 1d or more, or forever.',
    parse: parseKeepTime,
  },
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

/**
 * Tell whether only this machine can reach an address.
 * @param host A name or an IP address, without brackets.
 */
export function isLoopback(host: string): boolean {
  return loopback.test(host)
}

const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/**
 * Parse a duration such as `1s`, `30m`, `12h` or `7d`.
 * @param text What the user wrote.
 * @returns Milliseconds.
 * @throws {OptionError} For anything else.
 */
export function parseDuration(text: string): number {
  const [, count, unit] = /^([0-9]{1,9})([smhd])$/.exec(text) ?? []
  const milliseconds = Number(count) * (unitMs[unit ?? ''] ?? Number.NaN)
  if (!(milliseconds > 0)) throw new OptionError('use a duration such as 1s, 30m, 12h or 7d')
  return milliseconds
}

/** Milliseconds; Infinity for ever. */
function parseKeepTime(text: string): number {
  if (text === 'forever') return Number.POSITIVE_INFINITY
  const milliseconds = parseDuration(text)
  if (milliseconds < (unitMs.d as number)) throw new OptionError('use 1d or more, or forever')
  return milliseconds
}

function parseText(text: string): string {
  if (text.trim() === '') throw new OptionError('it must not be empty')
  return text
}

function parseAddress(text: string): { host: string; port: number } {
  const [, bracketed, plain, port] =
    /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]]+)):([0-9]{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain
  if (host === undefined || Number(port) > 65_535) {
    throw new OptionError('use host:port, such as 127.0.0.1:8787 or [::1]:8787')
  }
  return { host, port: Number(port) }
}

function parseDatabaseUrl(text: string): string {
  // What stands behind it is looked at where the store is opened: it may name several servers.
  if (!/^postgres(?:ql)?:\/\//.test(text)) {
    // The value is not repeated: it may hold a password.
    throw new OptionError('use postgres://user@host:port/database')
  }
  return text
}

function parseWiki(text: string): 'embedded' {
  if (text === 'confluence-cloud' || text === 'confluence-data-center') {
    throw new OptionError('this version imports into the embedded wiki only; use embedded')
  }
  if (text !== 'embedded') throw new OptionError('use embedded')
  return text
}

function parsePublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search) {
    throw new OptionError('use an address such as https://markport.example.org, without a path')
  }
  return url.origin
}

function parseReaders(text: string): 'anyone' | 'users' {
  if (text !== 'anyone' && text !== 'users') throw new OptionError('use anyone or users')
  return text
}

function parseEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new OptionError('use the address that `markport serve` prints')
  }
  if (url.username || url.password) {
    throw new OptionError('it must hold no user or password: the token is all that is needed')
  }
  return url.href
}

function parsePageId(text: string): string {
  if (!/^[0-9]{1,19}$/.test(text)) throw new OptionError('use the id of a page, in digits')
  return text
}

function parseList(text: string): readonly string[] {
  return text.split(',').flatMap((part) => part.trim() || [])
}

function parseHosts(text: string): readonly string[] {
  const hosts = parseList(text)
  const wrong = hosts.find((host) => parseHostName(host) === undefined)
  if (wrong !== undefined || hosts.length === 0) {
    throw new OptionError('use names such as wiki.example.org or markport:8787')
  }
  return hosts
}

const unitBytes: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 * 1024 }

function parseSize(text: string): number {
  const [, count, unit] = /^([0-9]{1,6})(KiB|MiB)$/.exec(text) ?? []
  const bytes = Number(count) * (unitBytes[unit ?? ''] ?? Number.NaN)
  if (!(bytes > 0 && bytes <= 1024 * 1024 * 1024)) {
    throw new OptionError('use a size such as 512KiB or 8MiB, at most 1024MiB')
  }
  return bytes
}

const minMemoryBytes = 192 * 1024 * 1024

function parseMemory(text: string): number {
  const [, count, unit] = /^([0-9]{1,5})(MiB|GiB)$/.exec(text) ?? []
  const bytes = Number(count) * (unit === 'GiB' ? 1024 : 1) * (unitBytes.MiB as number)
  if (!(bytes >= minMemoryBytes)) {
    throw new OptionError('use a size such as 512MiB or 2GiB, at least 192MiB')
  }
  return bytes
}

function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(number >= low && number <= high)) {
      throw new OptionError(`use a whole number from ${low} to ${high}`)
    }
    return number
  }
}

function parseBoolean(text: string): boolean {
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw new OptionError('use true, false, 1 or 0')
}

function parseLogLevel(text: string): 'debug' | 'info' | 'warn' | 'error' | 'silent' {
  switch (text) {
    case 'debug':
    case 'info':
    case 'warn':
    case 'error':
    case 'silent':
      return text
    default:
      throw new OptionError('use debug, info, warn, error or silent')
  }
}
