#!/usr/bin/env node
/** Starts Markport: as it was built, or from its source in a checkout. @module */
import { existsSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { launch } from './launch.js'

const built = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const source = fileURLToPath(new URL('../src/main.ts', import.meta.url))

await launch(existsSync(built) ? built : source, process.argv.slice(2))
