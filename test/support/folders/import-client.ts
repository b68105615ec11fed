/** An import in a process of its own, which tests may kill: options as JSON in, events as JSON out. @module */
import { importFolder } from '../../../src/client.ts'

await importFolder({
  ...JSON.parse(process.argv[2] as string),
  onEvent: (event) => process.stdout.write(`${JSON.stringify(event)}\n`),
})
