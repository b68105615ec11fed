/**
 * An import in a process of its own that tells what is in its memory at the last page: options as JSON
 * in, bytes out. With `areTextsKept` it keeps the text of each file, as no import may. It needs
 * `--expose-gc`.
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importFolder } from '../../../src/client.ts'

const { areTextsKept, ...options } = JSON.parse(process.argv[2] as string)
const texts: string[] = []
await importFolder({
  ...options,
  onEvent(event) {
    if (event.type !== 'page') return
    if (areTextsKept && event.file.endsWith('.md')) {
      texts.push(readFileSync(join(options.workingFolder, event.file), 'utf8'))
    }
    if (event.done < event.pages) return
    // V8 lets go of code that was not used for some collections, which is not what is measured.
    for (let count = 0; count < 10; count += 1) globalThis.gc?.()
    process.stdout.write(String(process.memoryUsage().heapUsed))
  },
})
