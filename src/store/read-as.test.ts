/** Rows become objects by the names of their columns. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAs } from './read-as.ts'
import { type Statement, sql } from './sql.ts'
import { sqliteConnection } from './sqlite/sqlite-connection.ts'

const connection = sqliteConnection(':memory:', { isReadOnly: false })
const database = {
  read: async <R extends object>(statement: Statement) => connection.run(statement) as R[],
}

test('instants, flags, words and nulls are read by the names of their columns', async () => {
  const rows = await readAs(
    database,
    sql`select 0 as "createdAt", 1 as "isOpen", 0 as "hasPages", 'a b' as "labels[]",
      '' as "tags[]", null as "endsAt", null as "closedAt?", 1 as "trialEnds?", 'x' as format, 7 as number`,
  )
  assert.deepEqual(rows, [
    {
      createdAt: new Date(0),
      isOpen: true,
      hasPages: false,
      labels: ['a', 'b'],
      tags: [],
      endsAt: undefined,
      closedAt: null,
      trialEnds: new Date(1),
      format: 'x',
      number: 7,
    },
  ])
})

test('names with points are members of objects, and an object of nulls is none', async () => {
  const rows = await readAs(
    database,
    sql`select 1 as "version.number", 'a' as "version.author.name", null as "file.path",
      null as "file.at?"`,
  )
  assert.deepEqual(rows, [{ version: { number: 1, author: { name: 'a' } }, file: undefined }])
})
