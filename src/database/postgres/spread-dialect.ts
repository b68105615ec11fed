/** What PostgreSQL does in its own way where the store is spread over several servers, as Citus does. @module */
import type { Dialect } from '../dialect.ts'
import { spreadSearch } from '../search/postgres-search.ts'
import { postgresDialect } from './postgres-dialect.ts'

export const spreadDialect: Dialect = { ...postgresDialect, isSpread: true, search: spreadSearch }
