/** A signal ends an import, whatever it is at. @module */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { waitUntil } from '../support/base/wait-until.ts'
import { mainFile } from '../support/service/run-cli.ts'

const folder = temporaryFolder()

const dialects = new URL('../../src/folder/dialects/dialects.ts', import.meta.url)
const endless = join(folder, 'endless.mjs')
writeFileSync(join(folder, 'a.md'), '!!! note\n    Words.\n')
writeFileSync(
  endless,
  `import { writeFileSync } from 'node:fs'
import { constructsOf } from ${JSON.stringify(dialects.href)}
for (const construct of constructsOf(['mkdocs'], 'a.md')) {
  if ('tag' in construct) construct.tag = () => {
    writeFileSync(process.env.MARK, '')
    for (;;);
  }
}`,
)

for (const [signal, args] of [
  [
    'SIGTERM',
    [
      '--endpoint',
      'http://127.0.0.1:9/wiki/apps/a/env/webtrigger',
      '--space',
      'A',
      '--parent',
      '1',
    ],
  ],
  ['SIGINT', ['--check']],
] as const) {
  test(`${signal} ends import ${args[0]} while it reads a page without end`, async () => {
    const mark = join(folder, signal)
    const page = join(folder, 'a.md')
    const child = spawn(
      process.execPath,
      [
        '--import',
        endless,
        mainFile,
        'import',
        page,
        ...args,
        '--dialect',
        'mkdocs',
        '--file-timeout',
        '1h',
      ],
      { stdio: 'ignore', env: { MARK: mark, MARKPORT_TOKEN: 'a.b.c' } },
    )
    const ended = once(child, 'close')
    await waitUntil('the page is read', () => existsSync(mark))
    child.kill(signal)
    assert.deepEqual(await ended, [null, signal])
  })
}
