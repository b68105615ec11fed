/** `npm run xss -- [PAYLOADS [PARTS]]`: payloads in every place; with PARTS, each goes to one of so many parts. @module */

import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { launchBrowser } from '../support/browser/browser.ts'
import { startTestServer } from '../support/service/test-server.ts'
import { runXss } from '../support/xss/xss-run.ts'

const [payloads = 10_000, parts = 1] = process.argv.slice(2).map(Number)
const dataDirectory = temporaryFolder()
const server = await startTestServer({ dataDirectory })
const browser = await launchBrowser()
const report = await runXss({
  browser,
  server,
  payloads,
  parts,
  onPage: ({ incidents, ...counts }) => {
    process.stdout.write(`${JSON.stringify({ ...counts, incidents: incidents.length })}\n`)
  },
})
for (const incident of report.incidents) process.stdout.write(`${incident}\n`)
await browser.close()
await server.stop()
process.exitCode = report.incidents.length > 0 ? 1 : 0
