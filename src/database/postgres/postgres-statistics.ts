/** Keeps a store that fills quickly from being read by plans that were made for an empty one. @module */
import type { PostgresPool } from './postgres-pool.ts'

/** So many that a look into an index costs less than reading them all, which of fewer it does not. */
const enoughRows = 300
/**
 * PostgreSQL looks once a minute for what has to be analyzed. Until then any index that begins with
 * the space looks as good to it as the one of titles, and it reads all pages of a parent to find one.
 */
const analyzeEarly = `do $$ begin
  if (select reltuples < ${enoughRows} from pg_class where oid = 'pages'::regclass) then
    analyze pages;
  end if;
end $$`
const limitMs = 10_000

/**
 * Make the function that counts writes; once there are enough, it has young tables analyzed.
 * @param pool Where to get a connection.
 */
export function statisticsKeeper(pool: PostgresPool): () => void {
  let writes = 0
  return () => {
    writes += 1
    if (writes !== enoughRows) return
    // Without it all works, only slower, until PostgreSQL sees to it by itself.
    pool.use(limitMs, (connection) => connection.runScript(analyzeEarly)).catch(() => {})
  }
}
