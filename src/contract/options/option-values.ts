/** The kinds of values that options take. @module */
import { addressProblem, isLoopbackName, parseHostName, webUrl } from '../base/hosts.ts'
import { OptionError, type ValueKind } from './option-rows.ts'

function kind<Value>(argument: string, parse: (text: string) => Value): ValueKind<Value> {
  return { argument: `<${argument}>`, json: { type: 'string' }, parse }
}

function listKind<Value>(argument: string, parse: (text: string) => Value): ValueKind<Value> {
  const json = { type: 'array', items: { type: 'string' } } as const
  return { argument: `<${argument}>`, isRepeatable: true, json, parse }
}

export const toggle: ValueKind<boolean> = {
  json: { type: 'boolean' },
  parse(text) {
    if (text === 'true' || text === '1') return true
    if (text === 'false' || text === '0') return false
    throw new OptionError('use true, false, 1 or 0')
  },
}

export function freeText(argument: string): ValueKind<string> {
  return kind(argument, parseText)
}

function parseText(text: string): string {
  if (text.trim() === '') throw new OptionError('it must not be empty')
  return text
}

export const file: ValueKind<string> = { ...freeText('file'), isPath: true }
export const folder: ValueKind<string> = { ...freeText('dir'), isPath: true }

export function wordOf<const Word extends string>(
  argument: string,
  ...choices: readonly Word[]
): ValueKind<Word> {
  return {
    argument: `<${argument}>`,
    json: { type: 'string', enum: choices } as { type: 'string' },
    parse(text) {
      const chosen = choices.find((word) => word === text)
      if (chosen !== undefined) return chosen
      throw new OptionError(`use ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`)
    },
  }
}

export function wholeNumber(argument: string, high: number): ValueKind<number> {
  return {
    argument: `<${argument}>`,
    json: { type: 'integer', minimum: 1, maximum: high } as { type: 'integer' },
    parse(text) {
      const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
      if (number >= 1 && number <= high) return number
      throw new OptionError(`use a whole number from 1 to ${high}`)
    },
  }
}

export function textList(argument: string): ValueKind<readonly string[]> {
  return listKind(argument, splitList)
}

function splitList(text: string): readonly string[] {
  return text.split(',').flatMap((part) => part.trim() || [])
}

/** Commas inside braces belong to the pattern. */
export const globs: ValueKind<readonly string[]> = listKind('patterns', (text) => {
  let depth = 0
  const parts = ['']
  for (const character of text) {
    if (character === '{') depth += 1
    if (character === '}' && depth > 0) depth -= 1
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.flatMap((glob) => glob.trim().replace(/^\.\//, '') || [])
})

const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** Milliseconds, written as `1s`, `30m`, `12h` or `7d`. */
export const duration: ValueKind<number> = kind('duration', (text) => {
  const [, count, unit] = /^([0-9]{1,9})([smhd])$/.exec(text) ?? []
  const milliseconds = Number(count) * (unitMs[unit ?? ''] ?? Number.NaN)
  if (milliseconds > 0) return milliseconds
  throw new OptionError('use a duration such as 1s, 30m, 12h or 7d')
})

/** Write milliseconds as they are read, in the largest unit that divides them. */
export function writeDuration(ms: number): string {
  const [unit, size] = Object.entries(unitMs).findLast(([, size]) => ms % size === 0) ?? [
    's',
    1_000,
  ]
  return `${ms / size}${unit}`
}

/** Milliseconds; Infinity for ever. */
export const keepTime: ValueKind<number> = kind('age', (text) => {
  if (text === 'forever') return Number.POSITIVE_INFINITY
  const milliseconds = duration.parse(text)
  if (milliseconds >= (unitMs.d as number)) return milliseconds
  throw new OptionError('use 1d or more, or forever')
})

const unitBytes: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }

function bytesOf(text: string, pattern: RegExp): number {
  const [, count, unit] = pattern.exec(text) ?? []
  return Number(count) * (unitBytes[unit ?? ''] ?? Number.NaN)
}

/** Bytes. */
export const size: ValueKind<number> = kind('size', (text) => {
  const bytes = bytesOf(text, /^([0-9]{1,6})(KiB|MiB)$/)
  if (bytes > 0 && bytes <= 1024 ** 3) return bytes
  throw new OptionError('use a size such as 512KiB or 8MiB, at most 1024MiB')
})

export const sizeOrZero: ValueKind<number> = kind('size', (text) =>
  text === '0' ? 0 : size.parse(text),
)

const minMemoryBytes = 192 * 1024 ** 2

export const memory: ValueKind<number> = kind('size', (text) => {
  const bytes = bytesOf(text, /^([0-9]{1,5})(MiB|GiB)$/)
  if (bytes >= minMemoryBytes) return bytes
  throw new OptionError('use a size such as 512MiB or 2GiB, at least 192MiB')
})

export const address: ValueKind<{ readonly host: string; readonly port: number }> = kind(
  'host:port',
  (text) => {
    const [, bracketed, plain, port] =
      /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]]+)):([0-9]{1,5})$/.exec(text) ?? []
    const host = bracketed ?? plain
    if (host !== undefined && Number(port) <= 65_535) return { host, port: Number(port) }
    throw new OptionError('use host:port, such as 127.0.0.1:8787 or [::1]:8787')
  },
)

export const hosts: ValueKind<readonly string[]> = listKind('names', (text) => {
  const names = splitList(text)
  const isRight = names.every((name) => parseHostName(name) !== undefined)
  if (isRight && names.length > 0) return names
  throw new OptionError('use names such as wiki.example.org or markport:8787')
})

export const databaseUrl: ValueKind<string> = kind('url', (text) => {
  // The rest is checked when the store is opened, because it may name several servers.
  if (/^postgres(?:ql)?:\/\//.test(text)) return text
  // The value is not quoted: it may contain a password.
  throw new OptionError('use postgres://user@host:port/database')
})

export const publicUrl: ValueKind<string> = kind('url', (text) => {
  const url = webUrl(text)
  if (url?.pathname === '/' && url.search === '') return url.origin
  throw new OptionError('use an address such as https://markport.example.org, without a path')
})

export const issuer: ValueKind<string> = kind('url', (text) => {
  const url = webUrl(text)
  const isSafe = url?.protocol === 'https:' || isLoopbackName(url?.hostname ?? '')
  if (url !== undefined && isSafe && !/[?#]/.test(text)) return text
  throw new OptionError('use an address such as https://id.example.org, as the provider names it')
})

export const endpoint: ValueKind<string> = kind('url', (text) => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new OptionError(
      'use the address of the service, or the endpoint that `markport serve` prints',
    )
  }
  if (url.username || url.password) {
    throw new OptionError('it must hold no user or password: the token is all that is needed')
  }
  const problem = addressProblem(url.href)
  if (problem === undefined) return url.href
  throw new OptionError(`${problem}; use an address that starts with https://`)
})

/** Paths are appended to it, and every page shows it. */
export const sourceUrl: ValueKind<string> = kind('url', (text) => {
  const url = webUrl(text)
  if (url !== undefined && !/[?#]/.test(text)) return url.href
  throw new OptionError('use an address such as https://github.com/owner/name/blob/main/')
})

export const pageId: ValueKind<string> = kind('id', (text) => {
  if (/^[0-9]{1,19}$/.test(text)) return text
  throw new OptionError('use the id of a page, in digits')
})

export const reportFile: ValueKind<string> = kind('format file', (text) => {
  const [, name] = /^markdown (.*\S.*)$/s.exec(text) ?? []
  if (name !== undefined) return name
  throw new OptionError('use markdown and the name of a file, such as markdown report.md')
})

/** Group names may contain = and :. */
export const groupAccess: ValueKind<
  readonly {
    readonly group: string
    readonly spaceKey: string
    readonly access: 'read' | 'write'
  }[]
> = listKind('rules', (text) =>
  splitList(text).map((rule) => {
    const at = rule.lastIndexOf('=')
    const [, spaceKey = '', access] = /^([^:]{1,255}):(read|write)$/.exec(rule.slice(at + 1)) ?? []
    if (at < 1 || (access !== 'read' && access !== 'write')) {
      throw new OptionError('use rules such as writers=DOCS:write')
    }
    return { group: rule.slice(0, at), spaceKey, access }
  }),
)

/** Keys of personal spaces start with `~`. */
export const remoteKey: ValueKind<string> = kind('key', (text) => {
  if (/^~?[A-Za-z0-9._-]{1,255}$/.test(text)) return text
  throw new OptionError('use the key of a space, such as ENG')
})

/** Basic credentials separate address and token by a colon. */
export const accountEmail: ValueKind<string> = kind('address', (text) => {
  if (/^[^\s:@]{1,128}@[^\s:@]{1,128}$/.test(text)) return text
  throw new OptionError('use an address such as robot@acme.example')
})

const macroName = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/

/** Names of macros, by the language of the code blocks that they render. */
export const macros: ValueKind<Readonly<Record<string, string>>> = listKind('macros', (text) => {
  if (text === 'none') return {}
  const pairs = splitList(text).map((rule) => {
    const [, language, name = ''] = /^([a-z][a-z0-9+#-]{0,39})=(.{1,100})$/.exec(rule) ?? []
    if (language !== undefined && macroName.test(name)) return [language, name] as const
    throw new OptionError('use pairs such as mermaid=mermaid-cloud, or none')
  })
  return Object.fromEntries(pairs)
})

export const formulaMacros: ValueKind<
  { readonly block: string; readonly inline: string } | undefined
> = kind('macros', (text) => {
  if (text === 'none') return undefined
  const [block = '', inline = '', ...extras] = splitList(text)
  if (macroName.test(block) && macroName.test(inline) && extras.length === 0)
    return { block, inline }
  throw new OptionError('use two names such as mathblock,mathinline, or none')
})
