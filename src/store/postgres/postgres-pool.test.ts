import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseUnavailableError } from '../../contract/errors.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { type PostgresPool, postgresPool } from './postgres-pool.ts'

const longMs = 60_000

function countedPool(maxConnections: number): { readonly pool: PostgresPool; made(): number } {
  let made = 0
  const connect = async (): Promise<PostgresConnection> => {
    made += 1
    const connection = {
      isReusable: true,
      setDeadline() {},
      clearDeadline() {},
      end() {},
      destroy() {
        connection.isReusable = false
      },
    }
    return connection as unknown as PostgresConnection
  }
  const pool = postgresPool({ maxConnections, acquireTimeoutMs: longMs, connect })
  return { pool, made: () => made }
}

test('makes another connection for who waits, when one was lost', async () => {
  const { pool, made } = countedPool(1)
  const isWaited = Promise.withResolvers<void>()
  const lost = pool.use(longMs, async (connection) => {
    await isWaited.promise
    connection.destroy()
  })
  const next = pool.use(longMs, async () => made())
  isWaited.resolve()
  await lost
  assert.equal(await next, 2)
  assert.equal(await pool.use(longMs, async () => made()), 2)
  await pool.close()
})

test('makes none once it is closed, and ends when the last came back', async () => {
  const { pool, made } = countedPool(1)
  const [isUsed, isClosing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const used = pool.use(longMs, async (connection) => {
    isUsed.resolve()
    await isClosing.promise
    connection.destroy()
  })
  await isUsed.promise
  const next = assert.rejects(
    pool.use(longMs, async () => {}),
    DatabaseUnavailableError,
  )
  const closed = pool.close()
  isClosing.resolve()
  await Promise.all([used, next, closed])
  assert.equal(made(), 1)
})
