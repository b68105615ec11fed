/**
 * Imports one folder after the other in a process of its own, and tells what is in its memory at the
 * last page of each: options as JSON in, a line of bytes out for each. With `areTextsKept` it keeps the
 * text of each file, as no import may. It needs `--expose-gc`.
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importFolder } from '../../../src/client.ts'

const { areTextsKept, imports, ...options } = JSON.parse(process.argv[2] as string)
for (const { endpoint, path } of imports) {
  const texts: string[] = []
  await importFolder({
    ...{ ...options, endpoint, paths: [path], workingFolder: path },
    onEvent(event) {
      if (event.type !== 'page') return
      if (areTextsKept && event.file.endsWith('.md')) {
        texts.push(readFileSync(join(path, event.file), 'utf8'))
      }
      if (event.done < event.pages) return
      // V8 lets go of code that was not used for some collections, which is not what is measured.
      for (let count = 0; count < 10; count += 1) globalThis.gc?.()
      process.stdout.write(`${process.memoryUsage().heapUsed}\n`)
    },
  })
}
