/** Every transaction of the source has its row in the table, and what has none is refused by name. @module */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '../src/store/open-database.ts'
import { transactions } from '../src/transactions.ts'
import { createTestStore } from './support/store/test-engines.ts'
import { addSetting } from './support/store/test-transactions.ts'

const removals: (() => Promise<void>)[] = []
after(async () => {
  for (const remove of removals) await remove()
})

function declared(source: string): string[] {
  return [...source.matchAll(/^(?:export )?const (\w+): Transaction</gm)].map(
    ([, name]) => `${name}`,
  )
}

test('the table has a row for each transaction that the source declares', async () => {
  const found: Record<string, unknown> = {}
  for (const file of globSync('src/**/*.ts', { exclude: ['**/*.test.ts'] })) {
    const names = declared(readFileSync(file, 'utf8'))
    if (names.length === 0) continue
    const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>
    for (const name of names) {
      assert.equal(typeof module[name], 'function', `${file} declares ${name} and exports none`)
      assert.equal(found[name], undefined, `${name} is declared twice`)
      found[name] = module[name]
    }
  }
  assert.ok(Object.keys(found).length > 30, 'the transactions are found')
  for (const [name, transaction] of Object.entries(found)) {
    assert.equal(transactions[name], transaction, `src/transactions.ts lacks the module of ${name}`)
  }
})

test('each row stands under the name that its transaction is sent by', () => {
  for (const [name, transaction] of Object.entries(transactions)) {
    assert.equal(transaction.name, name)
  }
})

test('a transaction without a row is refused by its name, and others go on', async () => {
  const store = await createTestStore('sqlite')
  const database = await openDatabase(store.options)
  removals.push(database.close, store.remove)
  await assert.rejects(database.write(addSetting, { name: 'a', value: '1' }), {
    message: 'There is no transaction addSetting in the table (src/transactions.ts).',
  })
  assert.deepEqual(await database.probe(), { problem: undefined })
})
