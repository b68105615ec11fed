/** The program that tries the parser: it parses what it is given, and says nothing. @module */
import { readFileSync } from 'node:fs'
import { parseSource } from './source-map.ts'

parseSource(readFileSync(0, 'utf8'))
