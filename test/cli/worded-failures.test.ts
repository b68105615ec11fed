/** What the user can mend is said in a sentence; a stack is for faults of ours. @module */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { type CliRun, callCli } from '../support/service/run-cli.ts'

let folder = ''
before(() => {
  folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), 'text')
  writeFileSync(join(folder, 'markport.db'), 'this is no database, whatever its name says')
})

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
  for (const command of [['migrate'], ['serve', '--listen', '127.0.0.1:0']]) {
    test(`${command[0]} says that there is ${name}`, async () => {
      assertWorded(await callCli([...command, ...args()]), message)
    })
  }
}

test('a command says that a PostgreSQL is down, without its password', async () => {
  const url = 'postgres://me:secret@127.0.0.1:1/none'
  const run = await callCli(['space', 'list', '--database-url', url])
  assertWorded(run, /the store cannot be opened: .*ECONNREFUSED.*Check that PostgreSQL runs/)
  assert.doesNotMatch(run.stderr, /secret/)
})

function assertWorded({ code, stdout, stderr }: CliRun, message: RegExp): void {
  assert.deepEqual([code, stdout], [1, ''], stderr)
  assert.match(stderr, message)
  assert.doesNotMatch(stderr, stack)
  assert.equal(stderr.trimEnd().split('\n').length, 1)
}

test('serve says which TLS file is missing, or is none', async () => {
  const data = ['--data', join(folder, 'store'), '--listen', '127.0.0.1:0']
  for (const [file, expected, message] of [
    [
      '/nowhere/cert.pem',
      2,
      /^markport: --tls-cert and --tls-key: \/nowhere\/cert.pem is not there/m,
    ],
    [join(folder, 'file'), 1, /^markport: --tls-cert and --tls-key cannot be used: .*as PEM\.$/m],
  ] as const) {
    const { code, stderr } = await callCli([
      'serve',
      ...data,
      '--tls-cert',
      file,
      '--tls-key',
      file,
    ])
    assert.equal(code, expected, stderr)
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, stack)
  }
})

describe('with --json every failure is one line of JSON on stderr', () => {
  before(() => callCli(['migrate', '--data', join(folder, 'pages')]))
  const lines: readonly [args: () => string[], error: object][] = [
    [() => ['--json'], { key: 'wrong-use', exitCode: 2 }],
    [
      () => ['space', 'fly', '--json'],
      { message: "unknown command 'fly'", key: 'wrong-use', exitCode: 2 },
    ],
    [
      () => ['license', 'set', 'paid', '--json'],
      { message: /'paid' is invalid/, key: 'wrong-use', exitCode: 2 },
    ],
    [
      () => ['space', 'list', '--json', '--data', 'a', '--database-url', 'postgres://b/c'],
      { message: /each name a store/, key: 'wrong-use', exitCode: 2 },
    ],
    [
      () => ['verify', '--json', '/nowhere'],
      { message: '/nowhere is not there.', key: 'wrong-use', exitCode: 2 },
    ],
    [
      () => ['space', 'list', '--json', '--data', join(folder, 'file')],
      { message: /there is no store in the folder/, key: 'failed', exitCode: 1 },
    ],
    [
      () => ['page', 'show', '7', '--json', '--data', join(folder, 'pages')],
      { message: 'There is no page 7.', key: 'not-found', exitCode: 1 },
    ],
  ]
  for (const [args, expected] of lines) {
    test(args().slice(0, 3).join(' '), async () => {
      const { code, stdout, stderr } = await callCli(args())
      const { error } = JSON.parse(stderr)
      assert.partialDeepStrictEqual(
        { ...error, code, stdout },
        { code: error.exitCode, stdout: '' },
      )
      for (const [name, value] of Object.entries(expected)) {
        if (value instanceof RegExp) assert.match(error[name], value)
        else assert.deepEqual(error[name], value)
      }
    })
  }

  test('also where the variable asks for it, and never for help', async () => {
    const env = { MARKPORT_JSON: '1' }
    const none = await callCli([], { env })
    assert.deepEqual(JSON.parse(none.stderr).error, {
      message: 'a command is missing; --help lists them.',
      key: 'wrong-use',
      exitCode: 2,
    })
    const help = await callCli(['--help'], { env })
    assert.deepEqual([help.code, help.stderr], [0, ''])
    assert.match(help.stdout, /^Usage: markport/)
  })
})

test('the stack is there for who asks', async () => {
  const args = ['serve', '--data', join(folder, 'file'), '--listen', '127.0.0.1:0']
  const { stderr } = await callCli([...args, '--log-level', 'debug'])
  assert.match(stderr, stack)
  assert.match(stderr, /\[cause\]: Error: EEXIST/)
})
