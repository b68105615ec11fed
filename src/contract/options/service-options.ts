/** Options of the service, its store and signing in. @module */
import { namedRows, optionRow } from './option-rows.ts'
import {
  address,
  databaseUrl,
  duration,
  file,
  folder,
  freeText,
  groupAccess,
  hosts,
  issuer,
  keepTime,
  memory,
  publicUrl,
  size,
  textList,
  toggle,
  wholeNumber,
  wordOf,
} from './option-values.ts'

export const serviceRows = namedRows({
  listen: optionRow(address, 'Address to listen on; port 0 takes any free one.', {
    fallback: '127.0.0.1:8787',
  }),
  data: optionRow(folder, 'Folder of the embedded SQLite store.', { fallback: './markport-data' }),
  databaseUrl: optionRow(
    databaseUrl,
    'PostgreSQL store to use instead of --data, on a server that takes writes.',
  ),
  databaseUrlFile: optionRow(
    file,
    'File with the address of the PostgreSQL store, which may hold its password.',
  ),
  requireStandby: optionRow(
    toggle,
    'Refuse writes that no synchronous standby of PostgreSQL confirms.',
  ),
  secretKeyFile: optionRow(
    file,
    'File with the key that secrets in the store are encrypted with, 64 hexadecimal digits, instead of MARKPORT_SECRET_KEY.',
  ),
  oldSecretKeyFile: optionRow(
    file,
    'File with the previous key, until its secrets are encrypted with the new one.',
  ),
  tlsCert: optionRow(file, 'Certificate chain for HTTPS, as PEM; read again when it changes.'),
  tlsKey: optionRow(file, 'Private key of the certificate, as PEM.'),
  behindProxy: optionRow(
    toggle,
    'A proxy in front ends TLS, so listen without it beyond this machine.',
  ),
  publicUrl: optionRow(
    publicUrl,
    'Address that callers and readers use, when it is not the listening one.',
  ),
  allowedHost: optionRow(
    hosts,
    'Further host names that requests may be addressed to, between commas; with a port, that port only.',
    { env: 'MARKPORT_ALLOWED_HOSTS' },
  ),
  readers: optionRow(
    wordOf('who', 'anyone', 'users'),
    'Who may read pages: anyone, or users who signed in. By default anyone on this machine when listening on a loopback address without --behind-proxy, else users.',
  ),
  metricsTokenFile: optionRow(
    file,
    'File with the token that opens /metrics, instead of MARKPORT_METRICS_TOKEN. Without it there is no /metrics, except on a loopback address where anyone may read.',
  ),
  maxBody: optionRow(size, 'Largest request body.', { fallback: '8MiB', isInFile: true }),
  maxMarkdown: optionRow(size, 'Most Markdown in one import; embedded images are not counted.', {
    fallback: '1MiB',
    isInFile: true,
  }),
  maxDepth: optionRow(
    wholeNumber('levels', 90),
    'Deepest nesting of quotes, lists and emphasis: 1 to 90.',
    { fallback: '90' },
  ),
  maxAdf: optionRow(size, 'Largest converted document.', { fallback: '5MiB' }),
  conversionTimeout: optionRow(duration, 'Longest time that one conversion may take.', {
    fallback: '3s',
  }),
  memory: optionRow(
    memory,
    'Memory of the service and its workers together; by default what the cgroup allows, at most 384MiB for each processor or 1GiB.',
  ),
  maxLiveTokens: optionRow(
    wholeNumber('count', 10_000),
    'Most API tokens of one owner that have not expired.',
    { fallback: '50' },
  ),
  logLevel: optionRow(
    wordOf('level', 'debug', 'info', 'warn', 'error', 'silent'),
    'Least serious events to log: debug, info, warn, error or silent.',
    { fallback: 'info' },
  ),
  json: optionRow(toggle, 'Print exact JSON instead of text for people.'),
  pgBin: optionRow(
    folder,
    'Folder of pg_dump and pg_restore, for copies of a PostgreSQL store; by default those on the PATH.',
  ),
  keepImports: optionRow(keepTime, 'How long the import log is kept: 1d or more, or forever.', {
    fallback: '365d',
  }),
  keepAudit: optionRow(keepTime, 'How long the audit records are kept: 1d or more, or forever.', {
    fallback: '365d',
  }),
  mcp: optionRow(toggle, 'Do not serve agents at /mcp; so does the variable set to false.', {
    fallback: 'true',
  }),
  allowPrivateRepositories: optionRow(
    toggle,
    'Follow repositories at addresses of this machine and of private networks as well.',
  ),
})

export const signInRows = namedRows({
  oidcIssuer: optionRow(issuer, 'OpenID provider by which people sign in: its issuer, over HTTPS.'),
  oidcClientId: optionRow(freeText('id'), 'Id that the provider gave this service.'),
  oidcClientSecretFile: optionRow(
    file,
    'File with the secret that the provider gave this service, instead of MARKPORT_OIDC_CLIENT_SECRET.',
  ),
  oidcName: optionRow(
    freeText('name'),
    'What people call the provider; the button says "Sign in with" and this.',
    { fallback: 'single sign-on' },
  ),
  oidcGroupsClaim: optionRow(freeText('claim'), "Claim that lists the user's groups.", {
    fallback: 'groups',
  }),
  oidcAdministrators: optionRow(
    textList('groups'),
    'Groups whose users are administrators, between commas; claim=value asks another claim.',
  ),
  oidcAccess: optionRow(
    groupAccess,
    'What groups may do in spaces, as group=KEY:read or group=KEY:write, between commas.',
  ),
  passwordSignIn: optionRow(
    wordOf('how', 'on', 'off'),
    'Whether people may sign in with passwords as well: on or off.',
    { fallback: 'on' },
  ),
  requireSecondFactor: optionRow(
    wordOf('who', 'nobody', 'administrators', 'all'),
    'Who must have a second factor, also when they sign in at the provider: nobody, administrators or all.',
    { fallback: 'nobody' },
  ),
})
