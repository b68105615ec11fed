/** Writes what the docs show of the code's tables. @module */
import { readFileSync, writeFileSync } from 'node:fs'
import { docsFiles, docsTables, withPackage, withRows } from './docs-tables.ts'

const docs = new URL('../docs/', import.meta.url)
for (const table of docsTables) {
  const page = new URL(table.page, docs)
  writeFileSync(page, withRows(readFileSync(page, 'utf8'), table))
}
for (const name of ['import.md', 'previews.md']) {
  const page = new URL(name, docs)
  writeFileSync(page, withPackage(readFileSync(page, 'utf8')))
}
for (const [name, text] of Object.entries(docsFiles)) writeFileSync(new URL(name, docs), text)
