import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findBreaches, roomOf, rooms } from './support/rooms.ts'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const files = globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] })

describe('rooms of src', () => {
  test('import only what the table opens to them', () => {
    const breaches = files.flatMap((file) =>
      findBreaches(file, readFileSync(join(source, file), 'utf8')),
    )
    assert.deepEqual(breaches, [])
    assert.ok(files.length > 150, 'all files are looked at')
  })

  test('have files, each', () => {
    const used = new Set(files.map((file) => roomOf(file)))
    assert.deepEqual([...used].sort(), Object.keys(rooms).sort())
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
})

describe('rooms', () => {
  for (const [file, text] of [
    ['convert/constructs/code.ts', "import { findPage } from '../../embedded-wiki/store/pages.ts'"],
    ['convert/html/html-tree.ts', "import type { Log } from '../../base/log.ts'"],
    ['embedded-wiki/store/pages.ts', "import { createApp } from '../../service/app.ts'"],
    ['database/postgres.ts', "import { Hono } from 'hono'"],
    [
      'auth/users.ts',
      "import {\n  type Space,\n  findSpace,\n} from '../embedded-wiki/store/spaces.ts'",
    ],
    ['contract/answers.ts', "import type { Log } from '../base/log.ts'"],
    ['folder-import/manifest.ts', "import { readImport } from '../importing/read-request.ts'"],
    ['base/log.ts', "import '../http/admit.ts'"],
    ['service/app.ts', "import { findPage } from '../embedded-wiki/store/pages.ts'"],
    ['cli/page.ts', "import { readerPages } from '../embedded-wiki/reader/reader-pages.ts'"],
    ['adf/types.ts', "export { adfToHtml } from '../render/adf-to-html.ts'"],
    ['cli/serve.ts', "const { Hono } = await import('hono')"],
    ['folder-import/content/page-content.ts', "import { readFileSync } from 'node:fs'"],
    ['folder-import/documents/x.ts', "import { diskReader } from '../files/read-image.ts'"],
    ['folder-import/dialects/hugo/x.ts', "import { readFile } from 'node:fs/promises'"],
  ] as const) {
    test(`are kept apart: ${file} is caught with what it may not import (control)`, () => {
      assert.equal(findBreaches(file, text).length, 1)
    })
  }

  test('need a row in the table, each (control)', () => {
    assert.throws(() => findBreaches('somewhere/else.ts', "import './x.ts'"), /is in no room/)
  })
})
