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
import { fileURLToPath, pathToFileURL } from 'node:url'

const oldestMajor = 24
const folder = dirname(dirname(fileURLToPath(import.meta.url)))
const built = join(folder, 'dist', 'main.js')
const main = existsSync(built) ? built : join(folder, 'src', 'main.ts')

if (Number(process.versions.node.split('.')[0]) >= oldestMajor) {
  await import(pathToFileURL(main).href)
} else {
  const node = findNode()
  if (node === undefined) {
    process.stderr.write(
      `markport: needs Node ${oldestMajor} or newer, and this is ${process.version}. Install it from https://nodejs.org, or reinstall markport with optional dependencies.\n`,
    )
    process.exit(1)
  }
  runWith(node)
}

/** Find the Node that the optional dependency for this platform brings. */
function findNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  try {
    const require = createRequire(import.meta.url)
    const manifest = require.resolve(`node-${platform}-${process.arch}/package.json`)
    const file = join(dirname(manifest), 'bin', name)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

/** Run in its place: same streams, signals passed on, same end. */
function runWith(node) {
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('error', (error) => {
    process.stderr.write(`markport: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
