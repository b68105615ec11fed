/** The address of a PostgreSQL store, which may name several servers, as libpq writes it. @module */

export interface PostgresAddress {
  /** One address for each server, in the order in which they are tried. */
  readonly servers: readonly PostgresServer[]
  /** Which of them will do. */
  readonly sessionAttributes: SessionAttributes
}

export interface PostgresServer {
  /** Host and port, for messages: never the user or the password. */
  readonly name: string
  /** The address of this server alone. */
  readonly url: string
}

/** In libpq's meaning. */
const allSessionAttributes = [
  'any',
  'read-write',
  'read-only',
  'primary',
  'standby',
  'prefer-standby',
] as const
export type SessionAttributes = (typeof allSessionAttributes)[number]

/**
 * Read an address such as `postgres://user@one:5432,two:5433/name?target_session_attrs=read-write`.
 * Of several servers only one that can be written will do, unless the address says otherwise.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 * @throws {RangeError} Saying what is allowed, without the address: it may hold a password.
 */
export function parsePostgresAddress(text: string): PostgresAddress {
  const [, scheme, user = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)(.*)$/s.exec(text) ?? []
  if (scheme === undefined) throw new RangeError('use postgres://user@host:port/database')
  const [path = '', search = ''] = rest.split('?', 2)
  const parameters = new URLSearchParams(search)
  const names = hosts.split(',')
  const sessionAttributes =
    parameters.get('target_session_attrs') ?? (names.length > 1 ? 'read-write' : 'any')
  if (!isSessionAttributes(sessionAttributes)) {
    throw new RangeError(`use target_session_attrs=${allSessionAttributes.join(', ')}`)
  }
  parameters.delete('target_session_attrs')
  const servers = names.map((name) => ({
    name: name || parameters.get('host') || 'localhost',
    url: `${scheme}${user}${name}${path}${parameters.size > 0 ? `?${parameters}` : ''}`,
  }))
  // The parser of URLs knows no empty host behind a user; PostgreSQL's driver takes it for a socket.
  const isUsable = servers.every(({ url }) => URL.canParse(url.replace('@/', '@localhost/')))
  if (!isUsable || (names.length > 1 && names.includes(''))) {
    throw new RangeError('use postgres://user@host:port/database; between several hosts a comma')
  }
  return { servers, sessionAttributes }
}

function isSessionAttributes(text: string): text is SessionAttributes {
  return allSessionAttributes.some((attributes) => attributes === text)
}
