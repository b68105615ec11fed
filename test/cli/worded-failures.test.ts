/** What the user can mend is said in a sentence; a stack is for faults of ours. @module */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runCli } from '../support/run-cli.ts'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'markport-worded-'))
  writeFileSync(join(folder, 'file'), 'text')
  writeFileSync(join(folder, 'markport.db'), 'this is no database, whatever its name says')
})
after(() => rmSync(folder, { recursive: true, force: true }))

const stack = /^ {4}at /m

const cases: readonly [name: string, args: () => string[], message: RegExp][] = [
  [
    'a store in a file',
    () => ['--data', join(folder, 'file')],
    /the store in .*file cannot be opened: EEXIST.*Check the folder.*--data/,
  ],
  [
    'a store below a file',
    () => ['--data', join(folder, 'file/sub')],
    /the store in .* cannot be opened: E(?:EXIST|NOTDIR)/,
  ],
  [
    'a store below /proc',
    () => ['--data', '/proc/markport/data'],
    /the store in \/proc\/markport\/data cannot be opened: ENOENT/,
  ],
  [
    'a store that is no database',
    () => ['--data', folder],
    /the store in .* cannot be opened: file is not a database/,
  ],
]

for (const [name, args, message] of cases) {
  for (const command of [
    ['space', 'list'],
    ['serve', '--listen', '127.0.0.1:0'],
  ]) {
    test(`${command[0]} says that there is ${name}`, async () => {
      assertWorded(await runCli([...command, ...args()]), message)
    })
  }
}

test('a command says that a PostgreSQL is down, without its password', async () => {
  const url = 'postgres://me:secret@127.0.0.1:1/none'
  const run = await runCli(['space', 'list', '--database-url', url])
  assertWorded(run, /the store cannot be opened: .*ECONNREFUSED.*Check that PostgreSQL runs/)
  assert.doesNotMatch(run.stderr, /secret/)
})

function assertWorded(
  { code, stdout, stderr }: Awaited<ReturnType<typeof runCli>>,
  message: RegExp,
): void {
  assert.deepEqual([code, stdout], [1, ''], stderr)
  assert.match(stderr, message)
  assert.doesNotMatch(stderr, stack)
  assert.equal(stderr.trimEnd().split('\n').length, 1)
}

test('serve says which TLS file is missing, or is none', async () => {
  const data = ['--data', join(folder, 'store'), '--listen', '127.0.0.1:0']
  for (const [file, reason] of [
    ['/nowhere/cert.pem', /ENOENT/],
    [join(folder, 'file'), /./],
  ] as const) {
    const { code, stderr } = await runCli(['serve', ...data, '--tls-cert', file, '--tls-key', file])
    assert.equal(code, 1, stderr)
    assert.match(stderr, /^markport: --tls-cert and --tls-key cannot be used: .*as PEM\.$/m)
    assert.match(stderr, reason)
    assert.doesNotMatch(stderr, stack)
  }
})

test('the stack is there for who asks', async () => {
  const args = ['serve', '--data', join(folder, 'file'), '--listen', '127.0.0.1:0']
  const { stderr } = await runCli([...args, '--log-level', 'debug'])
  assert.match(stderr, stack)
  assert.match(stderr, /\[cause\]: Error: EEXIST/)
})
