/** Parses addresses of PostgreSQL stores, without loading the driver, which commands rarely need. @module */

export interface PostgresAddress {
  readonly servers: readonly PostgresServer[]
  /** Whether a server that takes no writes is passed over. */
  readonly isForWriting: boolean
}

export interface PostgresServer {
  readonly name: string
  readonly url: string
}

/**
 * Parse an address, possibly with several servers: `postgres://user@one:5432,two:5433/name`. The
 * default is then a server that takes writes, as with `target_session_attrs=read-write`.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 * @throws {RangeError} Without quoting the address, which may contain a password.
 */
export function parsePostgresAddress(text: string): PostgresAddress {
  const [, scheme, user = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)(.*)$/s.exec(text) ?? []
  if (scheme === undefined) throw new RangeError('use postgres://user@host:port/database')
  const [path = '', search = ''] = rest.split('?', 2)
  const parameters = new URLSearchParams(search)
  const names = hosts.split(',')
  const attributes =
    parameters.get('target_session_attrs') ?? (names.length > 1 ? 'read-write' : 'any')
  if (!['any', 'read-write', 'primary'].includes(attributes)) {
    throw new RangeError('use target_session_attrs=any, read-write or primary')
  }
  parameters.delete('target_session_attrs')
  const servers = names.map((name) => ({
    name: name || parameters.get('host') || 'localhost',
    url: `${scheme}${user}${name}${path}${parameters.size > 0 ? `?${parameters}` : ''}`,
  }))
  // `URL` refuses an empty host after a user, which PostgreSQL's driver takes for a socket.
  const isUsable = servers.every(({ url }) => URL.canParse(url.replace('@/', '@localhost/')))
  if (!isUsable || (names.length > 1 && names.includes(''))) {
    throw new RangeError('use postgres://user@host:port/database; between several hosts a comma')
  }
  return { servers, isForWriting: attributes !== 'any' }
}
