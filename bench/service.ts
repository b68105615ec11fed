/** The service with store options that its command line does not offer. Options come as JSON. @module */
import { openLog } from '../src/contract/base/log.ts'
import { startServer } from '../src/server/service/server.ts'
import type { Readers } from '../src/server/web/session/reading-rule.ts'
import type { DatabaseOptions } from '../src/store/open-database.ts'
import { defaultOptions } from '../test/support/service/test-server.ts'

const { endpoint } = await startServer(
  {
    ...defaultOptions,
    database: JSON.parse(process.argv[2] as string) as DatabaseOptions,
    readers: (process.argv[3] ?? 'anyone') as Readers,
  },
  { log: openLog('info', { write: () => {} }), clock: () => new Date() },
)
process.stdout.write(`${JSON.stringify({ endpoint })}\n`)
