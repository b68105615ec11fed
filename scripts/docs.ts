/** Writes what the docs show of the code's tables. @module */
import { readFileSync, writeFileSync } from 'node:fs'
import { docsTables, withPackage, withRows } from './docs-tables.ts'

const docs = new URL('../docs/', import.meta.url)
for (const table of docsTables) {
  const page = new URL(table.page, docs)
  writeFileSync(page, withRows(readFileSync(page, 'utf8'), table))
}
const jobs = new URL('keep-up-to-date.md', docs)
writeFileSync(jobs, withPackage(readFileSync(jobs, 'utf8')))
