/** The option table: every option once, with its variable, default, meaning and parser. @module */
import {
  parseAddress,
  parseBoolean,
  parseDatabaseUrl,
  parseDuration,
  parseEndpoint,
  parseGlobs,
  parseGroupAccess,
  parseHosts,
  parseIssuer,
  parseKeepTime,
  parseList,
  parseMemory,
  parsePageId,
  parsePublicUrl,
  parseSize,
  parseSourceUrl,
  parseText,
  parseTitleSource,
  parseWiki,
  parseWord,
  wholeNumber,
} from './option-parsers.ts'

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
  /** All that it may be, where that is a few words. */
  readonly choices?: readonly string[]
  /** @throws {OptionError} Saying what is allowed. */
  parse(text: string): Value
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
const readers = ['anyone', 'users'] as const
const switches = ['on', 'off'] as const
const shownWarnings = ['lost', 'all', 'none'] as const

/** What each option parses to. */
interface OptionTypes {
  readonly listen: { readonly host: string; readonly port: number }
  readonly data: string
  readonly databaseUrl: string
  readonly databaseUrlFile: string
  readonly requireStandby: boolean
  readonly tlsCert: string
  readonly tlsKey: string
  readonly wiki: 'embedded'
  readonly behindProxy: boolean
  readonly publicUrl: string
  readonly allowedHost: readonly string[]
  readonly readers: (typeof readers)[number]
  readonly oidcIssuer: string
  readonly oidcClientId: string
  readonly oidcClientSecretFile: string
  readonly oidcName: string
  readonly oidcGroupsClaim: string
  readonly oidcAdministrators: readonly string[]
  readonly oidcAccess: readonly {
    readonly group: string
    readonly spaceKey: string
    readonly access: 'read' | 'write'
  }[]
  readonly passwordSignIn: (typeof switches)[number]
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
  readonly endpoint: string
  readonly space: string
  readonly parent: string
  readonly tokenFile: string
  readonly hostTokenFile: string
  readonly exclude: readonly string[]
  readonly glob: readonly string[]
  readonly titleFrom: 'heading' | 'front-matter' | 'file-name'
  readonly dialect: readonly string[]
  readonly sourceUrl: string
  readonly overwrite: boolean
  readonly keepTitleHeading: boolean
  readonly concurrency: number
  readonly timeout: number
  readonly manifest: string
  readonly failOn: readonly string[]
  readonly warnings: (typeof shownWarnings)[number]
  readonly summary: string
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
    choices: ['embedded'],
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
    choices: readers,
    parse: parseWord(readers),
  },
  oidcIssuer: {
    flag: '--oidc-issuer',
    argument: '<url>',
    env: 'MARKPORT_OIDC_ISSUER',
    description: 'OpenID provider by which people sign in: its issuer, over HTTPS.',
    parse: parseIssuer,
  },
  oidcClientId: {
    flag: '--oidc-client-id',
    argument: '<id>',
    env: 'MARKPORT_OIDC_CLIENT_ID',
    description: 'Id that the provider gave this service.',
    parse: parseText,
  },
  oidcClientSecretFile: {
    flag: '--oidc-client-secret-file',
    argument: '<file>',
    env: 'MARKPORT_OIDC_CLIENT_SECRET_FILE',
    description:
      'File with the secret that the provider gave this service, instead of MARKPORT_OIDC_CLIENT_SECRET.',
    parse: parseText,
  },
  oidcName: {
    flag: '--oidc-name',
    argument: '<name>',
    env: 'MARKPORT_OIDC_NAME',
    fallback: 'single sign-on',
    description: 'What people call the provider; the button says "Sign in with" and this.',
    parse: parseText,
  },
  oidcGroupsClaim: {
    flag: '--oidc-groups-claim',
    argument: '<claim>',
    env: 'MARKPORT_OIDC_GROUPS_CLAIM',
    fallback: 'groups',
    description: "Claim that lists the user's groups.",
    parse: parseText,
  },
  oidcAdministrators: {
    flag: '--oidc-administrators',
    argument: '<groups>',
    env: 'MARKPORT_OIDC_ADMINISTRATORS',
    isRepeatable: true,
    description:
      'Groups whose users are administrators, between commas; claim=value asks another claim.',
    parse: parseList,
  },
  oidcAccess: {
    flag: '--oidc-access',
    argument: '<rules>',
    env: 'MARKPORT_OIDC_ACCESS',
    isRepeatable: true,
    description:
      'What groups may do in spaces, as group=KEY:read or group=KEY:write, between commas.',
    parse: parseGroupAccess,
  },
  passwordSignIn: {
    flag: '--password-sign-in',
    argument: '<how>',
    env: 'MARKPORT_PASSWORD_SIGN_IN',
    fallback: 'on',
    description: 'Whether passwords let people in beside the provider: on or off.',
    choices: switches,
    parse: parseWord(switches),
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
    choices: logLevels,
    parse: parseWord(logLevels),
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
    description: 'Address of the service, or the endpoint that `markport serve` prints.',
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
  glob: {
    flag: '--glob',
    argument: '<patterns>',
    env: 'MARKPORT_GLOB',
    isRepeatable: true,
    description:
      'Files to take, as patterns of shells such as guide/**, between commas; by default all.',
    parse: parseGlobs,
  },
  titleFrom: {
    flag: '--title-from',
    argument: '<where>',
    env: 'MARKPORT_TITLE_FROM',
    description:
      'Where titles are taken from: heading, front-matter or file-name; a file without one is called by its name. By default navigation, front matter, heading or name, the first that there is.',
    parse: parseTitleSource,
  },
  dialect: {
    flag: '--dialect',
    argument: '<names>',
    env: 'MARKPORT_DIALECT',
    isRepeatable: true,
    description:
      'What the files are written in: github, mkdocs, docusaurus, mdx, vitepress, hugo, jekyll, mdbook, gitbook, obsidian, docfx or docsify. By default the configuration of their site tells.',
    parse: parseList,
  },
  sourceUrl: {
    flag: '--source-url',
    argument: '<url>',
    env: 'MARKPORT_SOURCE_URL',
    description:
      'Where the files of the repository can be seen: what stands before their paths, such as https://github.com/owner/name/blob/main/. By default the Git remote tells, on a known forge.',
    parse: parseSourceUrl,
  },
  overwrite: {
    flag: '--no-overwrite',
    env: 'MARKPORT_OVERWRITE',
    fallback: 'true',
    description: 'Leave pages that are there as they are; the variable set to false says the same.',
    parse: parseBoolean,
  },
  keepTitleHeading: {
    flag: '--keep-title-heading',
    env: 'MARKPORT_KEEP_TITLE_HEADING',
    description: 'Leave the heading that is the title in its page as well.',
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
    argument: '<which>',
    env: 'MARKPORT_FAIL_ON',
    isRepeatable: true,
    fallback: 'lost',
    description:
      'Warnings that --check fails on, between commas: codes, lost, changed, note or all.',
    parse: parseList,
  },
  warnings: {
    flag: '--warnings',
    argument: '<which>',
    env: 'MARKPORT_WARNINGS',
    fallback: 'lost',
    description:
      'Warnings that are shown one by one: lost, for what readers will not find, all or none.',
    choices: shownWarnings,
    parse: parseWord(shownWarnings),
  },
  summary: {
    flag: '--summary',
    argument: '<file>',
    env: 'MARKPORT_SUMMARY',
    description: 'File to write what became of the pages to, as Markdown.',
    parse: parseText,
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
}
