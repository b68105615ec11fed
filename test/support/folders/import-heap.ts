/** Imports folders in its own process and prints the memory in use at each last page. Needs `--expose-gc`. @module */
import { importFolder } from '../../../src/client.ts'

const { imports, ...options } = JSON.parse(process.argv[2] as string)
for (const { endpoint, path } of imports) {
  await importFolder({
    ...options,
    endpoint,
    paths: [path],
    workingFolder: path,
    onEvent(event) {
      if (event.type !== 'page' || event.done < event.pages) return
      // V8 frees code only after several collections without use.
      for (let count = 0; count < 10; count += 1) globalThis.gc?.()
      process.stdout.write(`${process.memoryUsage().heapUsed}\n`)
    },
  })
}
