/**
 * Loaded before each test file: ends one that goes on although its tests are over, as a failure. Node's
 * own `--test-force-exit` ends every file at once, and with it loses lines of its report.
 * @module
 */
import { isMainThread } from 'node:worker_threads'

/** How long a file may take to end by itself; only what something keeps open reaches it. */
const lingerMs = Number(process.env.MARKPORT_TEST_LINGER_MS ?? 60_000)
const file = process.argv[1] ?? ''

// Threads and programs that a test starts may inherit the flag that loads this; they have no tests.
if (isMainThread && /\.test\.m?[jt]s$/.test(file)) {
  const { after } = await import('node:test')
  after(() => setTimeout(endFile, lingerMs).unref())
}

function endFile(): void {
  const open = process.getActiveResourcesInfo().join(', ')
  process.stderr.write(`${file} does not end although its tests are over. It left open: ${open}\n`)
  process.exit(1)
}
