/** Parsers of option values. @module */
import { addressProblem, isLoopbackName, parseHostName } from '../host-name.ts'

/** The problem of a value; the message names the option. */
export class OptionError extends Error {
  override readonly name = 'OptionError'
}

const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/**
 * Parse a duration such as `1s`, `30m`, `12h` or `7d`.
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
export function parseKeepTime(text: string): number {
  if (text === 'forever') return Number.POSITIVE_INFINITY
  const milliseconds = parseDuration(text)
  if (milliseconds < (unitMs.d as number)) throw new OptionError('use 1d or more, or forever')
  return milliseconds
}

export function parseText(text: string): string {
  if (text.trim() === '') throw new OptionError('it must not be empty')
  return text
}

export function parseAddress(text: string): { host: string; port: number } {
  const [, bracketed, plain, port] =
    /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]]+)):([0-9]{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain
  if (host === undefined || Number(port) > 65_535) {
    throw new OptionError('use host:port, such as 127.0.0.1:8787 or [::1]:8787')
  }
  return { host, port: Number(port) }
}

export function parseDatabaseUrl(text: string): string {
  // The rest is checked when the store is opened, because it may name several servers.
  if (!/^postgres(?:ql)?:\/\//.test(text)) {
    // The value is not quoted: it may contain a password.
    throw new OptionError('use postgres://user@host:port/database')
  }
  return text
}

export function parsePublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search) {
    throw new OptionError('use an address such as https://markport.example.org, without a path')
  }
  return url.origin
}

export function parseWord<Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = words.find((word) => word === text)
    if (found !== undefined) return found
    throw new OptionError(`use ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
  }
}

export function parseIssuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname))
  if (!isSafe || url.username || url.password || /[?#]/.test(text)) {
    throw new OptionError('use an address such as https://id.example.org, as the provider names it')
  }
  return text
}

export function parseGroupAccess(
  text: string,
): readonly { group: string; spaceKey: string; access: 'read' | 'write' }[] {
  return parseList(text).map((rule) => {
    // Group names may contain = and :.
    const at = rule.lastIndexOf('=')
    const [, spaceKey = '', access] = /^([^:]{1,255}):(read|write)$/.exec(rule.slice(at + 1)) ?? []
    if (at < 1 || (access !== 'read' && access !== 'write')) {
      throw new OptionError('use rules such as writers=DOCS:write')
    }
    return { group: rule.slice(0, at), spaceKey, access }
  })
}

export function parseEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new OptionError(
      'use the address of the service, or the endpoint that `markport serve` prints',
    )
  }
  if (url.username || url.password) {
    throw new OptionError('it must hold no user or password: the token is all that is needed')
  }
  const problem = addressProblem(url.href)
  if (problem !== undefined)
    throw new OptionError(`${problem}; use an address that starts with https://`)
  return url.href
}

export function parseSourceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  // Every page shows the address, so it must contain no credentials; paths are appended, so no
  // query.
  if (!isWeb || url.username || url.password || /[?#]/.test(text)) {
    throw new OptionError('use an address such as https://github.com/owner/name/blob/main/')
  }
  return url.href
}

export function parseReportUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  // Titles of pages must not decide which host a reader visits.
  if (!isWeb || url.username || url.password || /[{}]/.test(url.host)) {
    throw new OptionError('use an address such as https://tracker.example/new?title={title}')
  }
  return text
}

export function parsePageId(text: string): string {
  if (!/^[0-9]{1,19}$/.test(text)) throw new OptionError('use the id of a page, in digits')
  return text
}

export interface ReportFile {
  readonly format: 'markdown'
  readonly file: string
}

export function parseReport(text: string): ReportFile {
  const [, file] = /^markdown (.*\S.*)$/s.exec(text) ?? []
  if (file !== undefined) return { format: 'markdown', file }
  throw new OptionError('use markdown and the name of a file, such as markdown report.md')
}

export function parseList(text: string): readonly string[] {
  return text.split(',').flatMap((part) => part.trim() || [])
}

/** Commas inside braces belong to the pattern. */
export function parseGlobs(text: string): readonly string[] {
  let depth = 0
  const globs = ['']
  for (const character of text) {
    if (character === '{') depth += 1
    if (character === '}' && depth > 0) depth -= 1
    if (character === ',' && depth === 0) globs.push('')
    else globs[globs.length - 1] += character
  }
  return globs.flatMap((glob) => glob.trim().replace(/^\.\//, '') || [])
}

export function parseTitleSource(text: string): 'heading' | 'front-matter' | 'file-name' {
  if (text === 'heading' || text === 'front-matter' || text === 'file-name') return text
  throw new OptionError('use heading, front-matter or file-name')
}

export function parseOrigins(text: string): readonly string[] {
  const origins = parseList(text)
  if (origins.length === 0) throw new OptionError('use addresses such as https://app.example.org')
  return origins.map(parsePublicUrl)
}

export function parseHosts(text: string): readonly string[] {
  const hosts = parseList(text)
  const wrong = hosts.find((host) => parseHostName(host) === undefined)
  if (wrong !== undefined || hosts.length === 0) {
    throw new OptionError('use names such as wiki.example.org or markport:8787')
  }
  return hosts
}

const unitBytes: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 * 1024 }

export function parseSize(text: string): number {
  const [, count, unit] = /^([0-9]{1,6})(KiB|MiB)$/.exec(text) ?? []
  const bytes = Number(count) * (unitBytes[unit ?? ''] ?? Number.NaN)
  if (!(bytes > 0 && bytes <= 1024 * 1024 * 1024)) {
    throw new OptionError('use a size such as 512KiB or 8MiB, at most 1024MiB')
  }
  return bytes
}

export function parseSizeOrZero(text: string): number {
  return text === '0' ? 0 : parseSize(text)
}

const minMemoryBytes = 192 * 1024 * 1024

export function parseMemory(text: string): number {
  const [, count, unit] = /^([0-9]{1,5})(MiB|GiB)$/.exec(text) ?? []
  const bytes = Number(count) * (unit === 'GiB' ? 1024 : 1) * (unitBytes.MiB as number)
  if (!(bytes >= minMemoryBytes)) {
    throw new OptionError('use a size such as 512MiB or 2GiB, at least 192MiB')
  }
  return bytes
}

export function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(number >= low && number <= high)) {
      throw new OptionError(`use a whole number from ${low} to ${high}`)
    }
    return number
  }
}

export function parseBoolean(text: string): boolean {
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw new OptionError('use true, false, 1 or 0')
}

export type FieldType = 'string' | 'path' | 'list' | 'boolean' | 'integer'

export interface OptionRow<Value> {
  readonly flag: `--${string}`
  readonly argument?: string
  readonly env: `MARKPORT_${string}`
  readonly isRepeatable?: boolean
  readonly inFile?: FieldType
  /** The default, as users write it; without one the option is off. */
  readonly fallback?: string
  readonly description: string
  readonly choices?: readonly string[]
  /** @throws {OptionError} Saying what is allowed. */
  parse(text: string): Value
}

export type OptionRows<Types> = { readonly [Name in keyof Types]: OptionRow<Types[Name]> }
