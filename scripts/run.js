/** Runs a program of the repository, as the scripts of package.json do. @module */
import { resolve } from 'node:path'
import process from 'node:process'
import { launch } from '../bin/launch.js'

const [file, ...args] = process.argv.slice(2)
await launch(resolve(file), args)
