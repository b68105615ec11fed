/** Options of the service and its store. @module */
import {
  type OptionRows,
  parseAddress,
  parseBoolean,
  parseDatabaseUrl,
  parseDuration,
  parseHosts,
  parseKeepTime,
  parseMemory,
  parseOrigins,
  parsePublicUrl,
  parseReportUrl,
  parseSize,
  parseText,
  parseWord,
  wholeNumber,
} from './option-parsers.ts'

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
const readers = ['anyone', 'users'] as const

export interface ServiceOptionTypes {
  readonly listen: { readonly host: string; readonly port: number }
  readonly data: string
  readonly databaseUrl: string
  readonly databaseUrlFile: string
  readonly requireStandby: boolean
  readonly secretKeyFile: string
  readonly oldSecretKeyFile: string
  readonly tlsCert: string
  readonly tlsKey: string
  readonly behindProxy: boolean
  readonly publicUrl: string
  readonly allowedHost: readonly string[]
  readonly corsOrigin: readonly string[]
  readonly readers: (typeof readers)[number]
  readonly metricsListen: { readonly host: string; readonly port: number }
  readonly metricsTokenFile: string
  readonly maxBody: number
  readonly maxMarkdown: number
  readonly maxDepth: number
  readonly maxAdf: number
  readonly conversionTimeout: number
  readonly memory: number
  readonly maxLiveTokens: number
  readonly logLevel: (typeof logLevels)[number]
  readonly json: boolean
  readonly pgBin: string
  readonly keepImports: number
  readonly keepAudit: number
  readonly searchSynonyms: string
  readonly mcp: boolean
  readonly reportUrl: string
  readonly allowPrivateRepositories: boolean
}

export const serviceRows: OptionRows<ServiceOptionTypes> = {
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
    description: 'PostgreSQL store to use instead of --data, on a server that takes writes.',
    parse: parseDatabaseUrl,
  },
  databaseUrlFile: {
    flag: '--database-url-file',
    argument: '<file>',
    env: 'MARKPORT_DATABASE_URL_FILE',
    description: 'File with the address of the PostgreSQL store, which may hold its password.',
    parse: parseText,
  },
  requireStandby: {
    flag: '--require-standby',
    env: 'MARKPORT_REQUIRE_STANDBY',
    description: 'Refuse writes that no synchronous standby of PostgreSQL confirms.',
    parse: parseBoolean,
  },
  secretKeyFile: {
    flag: '--secret-key-file',
    argument: '<file>',
    env: 'MARKPORT_SECRET_KEY_FILE',
    description:
      'File with the key that secrets in the store are encrypted with, 64 hexadecimal digits, instead of MARKPORT_SECRET_KEY.',
    parse: parseText,
  },
  oldSecretKeyFile: {
    flag: '--old-secret-key-file',
    argument: '<file>',
    env: 'MARKPORT_OLD_SECRET_KEY_FILE',
    description: 'File with the key before it, until its secrets are encrypted with the new one.',
    parse: parseText,
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
  corsOrigin: {
    flag: '--cors-origin',
    argument: '<urls>',
    env: 'MARKPORT_CORS_ORIGINS',
    isRepeatable: true,
    description:
      'Other sites whose pages may read and write in a browser what a host token opens, between commas, such as https://app.example.org; never with cookies.',
    parse: parseOrigins,
  },
  readers: {
    flag: '--readers',
    argument: '<who>',
    env: 'MARKPORT_READERS',
    description:
      'Who may read pages on the web without signing in: anyone or users; by default who is at this machine when listening on a loopback address without --behind-proxy, else users.',
    choices: readers,
    parse: parseWord(readers),
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
    inFile: 'string',
    description: 'Largest request body.',
    parse: parseSize,
  },
  maxMarkdown: {
    flag: '--max-markdown',
    argument: '<size>',
    env: 'MARKPORT_MAX_MARKDOWN',
    fallback: '1MiB',
    inFile: 'string',
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
      'Memory that the service and its workers may hold together; by default what the cgroup allows, at most 384MiB for each processor or 1GiB.',
    parse: parseMemory,
  },
  maxLiveTokens: {
    flag: '--max-live-tokens',
    argument: '<count>',
    env: 'MARKPORT_MAX_LIVE_TOKENS',
    fallback: '50',
    description: 'Most API tokens of one owner that have not expired.',
    parse: wholeNumber(1, 10_000),
  },
  logLevel: {
    flag: '--log-level',
    argument: '<level>',
    env: 'MARKPORT_LOG_LEVEL',
    fallback: 'info',
    description: 'Least serious events that are logged: debug, info, warn, error or silent.',
    choices: logLevels,
    parse: parseWord(logLevels),
  },
  json: {
    flag: '--json',
    env: 'MARKPORT_JSON',
    description: 'Print exact JSON instead of text for people.',
    parse: parseBoolean,
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
    description: 'How long the import log is kept: 1d or more, or forever.',
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
  reportUrl: {
    flag: '--report-url',
    argument: '<url>',
    env: 'MARKPORT_REPORT_URL',
    description:
      'Address where readers report a problem of a page, such as https://tracker.example/new?title={title}; {page} and {source} are the addresses of the page and of its file.',
    parse: parseReportUrl,
  },
  allowPrivateRepositories: {
    flag: '--allow-private-repositories',
    env: 'MARKPORT_ALLOW_PRIVATE_REPOSITORIES',
    description:
      'Follow repositories at addresses of this machine and of private networks as well.',
    parse: parseBoolean,
  },
  searchSynonyms: {
    flag: '--search-synonyms',
    argument: '<file>',
    env: 'MARKPORT_SEARCH_SYNONYMS',
    description:
      'File of words that find each other in the search: in each line some that mean the same, between commas.',
    parse: parseText,
  },
  mcp: {
    flag: '--no-mcp',
    env: 'MARKPORT_MCP',
    fallback: 'true',
    description: 'Do not serve agents at /mcp; the variable set to false says the same.',
    parse: parseBoolean,
  },
}
