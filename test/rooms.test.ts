import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findBreaches, roomOf, rooms } from './support/rooms.ts'

const src = fileURLToPath(new URL('../src/', import.meta.url))
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)

describe('rooms', () => {
  test('import only what the table opens to them', () => {
    const breaches = files.flatMap((file) =>
      findBreaches(file, readFileSync(join(src, file), 'utf8')),
    )
    assert.deepEqual(breaches, [])
    assert.ok(files.length > 300, 'all files are looked at')
  })

  test('stand above what they import, so that no two need each other', () => {
    const names = Object.keys(rooms)
    for (const [index, [name, { rooms: open }]] of Object.entries(rooms).entries()) {
      const above = names.slice(index + 1)
      assert.deepEqual(
        open.filter((other) => above.includes(roomOf(other))),
        [],
        `${name} imports what stands above it`,
      )
    }
  })

  for (const [file, text] of [
    ['convert/handlers/code.ts', "import { findPage } from '../../embedded-wiki/store/pages.ts'"],
    ['convert/html/html-tree.ts', "import type { Log } from '../../log.ts'"],
    ['embedded-wiki/store/pages.ts', "import { createApp } from '../../service/app.ts'"],
    ['database/postgres.ts', "import { Hono } from 'hono'"],
    [
      'auth/users.ts',
      "import {\n  type Space,\n  findSpace,\n} from '../embedded-wiki/store/spaces.ts'",
    ],
    ['importing/contract.ts', "import { RequestError } from '../errors.ts'"],
    ['folder-import/manifest.ts', "import { checkFields } from '../importing/check-fields.ts'"],
    ['errors.ts', "import './log.ts'"],
    ['service/app.ts', "import { findPage } from '../embedded-wiki/store/pages.ts'"],
    ['cli/page.ts', "import { readerPages } from '../embedded-wiki/reader/reader-pages.ts'"],
    ['adf/types.ts', "export { adfToHtml } from '../render/adf-to-html.ts'"],
    ['cli/serve.ts', "const { Hono } = await import('hono')"],
    ['folder-import/content/page-labels.ts', "import { readFileSync } from 'node:fs'"],
    ['folder-import/documents/x.ts', "import { diskReader } from '../files/read-image.ts'"],
    ['dialects/hugo/x.ts', "import { readFile } from 'node:fs/promises'"],
  ] as const) {
    test(`are kept apart: ${file} is caught with what it may not import (control)`, () => {
      assert.equal(findBreaches(file, text).length, 1)
    })
  }

  test('need a row in the table, each (control)', () => {
    assert.throws(() => findBreaches('somewhere/else.ts', "import './x.ts'"), /is in no room/)
  })
})
