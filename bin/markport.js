#!/usr/bin/env -S node --max-semi-space-size=4
/**
 * Starts Markport: as it was built, or from its source in a checkout. What requests leave behind dies
 * young, so a small space for what is new is enough, and saves a hundred megabytes under load.
 * @module
 */
import { existsSync } from 'node:fs'
import module from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { launch } from './launch.js'

const built = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const source = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const isBuilt = existsSync(built)

// To read TypeScript costs more than to start: what comes of it is kept for the next time.
if (!isBuilt) {
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../node_modules/.cache', import.meta.url),
  )
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
}
await launch(isBuilt ? built : source, process.argv.slice(2))
