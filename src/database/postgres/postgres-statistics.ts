/** Keeps a store that fills quickly from being read by plans that were made for an empty one. @module */
import type { PostgresPool } from './postgres-pool.ts'

/** So many that a look into an index costs less than reading them all, which of fewer it does not. */
const enoughRows = 300
/**
 * PostgreSQL looks once a minute for what has to be analyzed. Until then any index that begins with
 * the space looks as good to it as the one of titles, and it reads all pages of a parent to find one.
 */
const analyzeEarly = `do $$ declare young regclass; begin
  for young in select oid from pg_class
    where oid in ('pages'::regclass, 'preview_pages'::regclass) and reltuples < ${enoughRows}
      and pg_relation_size(oid) > 0
  loop
    execute format('analyze %s', young);
  end loop;
end $$`
const limitMs = 10_000

/**
 * Make the function that counts writes; after so many it has young tables analyzed: those of previews
 * become young again whenever the last one ends.
 */
export function statisticsKeeper(pool: PostgresPool): () => void {
  let writes = 0
  return () => {
    writes += 1
    if (writes % enoughRows !== 0) return
    // Without it all works, only slower, until PostgreSQL sees to it by itself.
    pool.use(limitMs, (connection) => connection.runScript(analyzeEarly)).catch(() => {})
  }
}
