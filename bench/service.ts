/**
 * The real service with a store option that its command line does not offer. Run as a program with
 * the store's options as JSON.
 * @module
 */
import type { DatabaseOptions } from '../src/database/open-database.ts'
import { openLog } from '../src/log.ts'
import { startServer } from '../src/server.ts'

const { endpoint } = await startServer(
  {
    host: '127.0.0.1',
    port: 0,
    database: JSON.parse(process.argv[2] as string) as DatabaseOptions,
    tls: undefined,
    isBehindProxy: false,
    publicUrl: undefined,
    readers: 'anyone',
    limits: {
      maxBodyBytes: 8 * 1024 * 1024,
      maxMarkdownBytes: 1024 * 1024,
      maxDepth: 90,
      maxAdfBytes: 5 * 1024 * 1024,
      conversionTimeoutMs: 3_000,
    },
    maxLiveTokens: 50,
  },
  { log: openLog('info', { write: () => {} }), clock: () => new Date() },
)
process.stdout.write(`${JSON.stringify({ endpoint })}\n`)
