/** `npm run confluence-schemas -- CLOUD.json DATA-CENTER.json`: holds the simulated sites to Atlassian's API documents. @module */
import { readFileSync } from 'node:fs'
import type { SiteKind } from '../../src/wiki/pages/connected-place.ts'
import { checkExchanges } from '../support/confluence/openapi-check.ts'
import { startConfluence } from '../support/confluence/start-confluence.ts'
import { useOurClient } from '../support/confluence/use-our-client.ts'

const [cloud, dataCenter] = process.argv.slice(2)
if (cloud === undefined || dataCenter === undefined)
  throw new Error('npm run confluence-schemas -- CLOUD.json DATA-CENTER.json')

await check('cloud', cloud, '/wiki/api/v2')
await check('data-center', dataCenter, '/confluence')

async function check(kind: SiteKind, path: string, root: string): Promise<void> {
  const site = await startConfluence(kind)
  await useOurClient(site)
  await site.stop()
  const document = JSON.parse(readFileSync(path, 'utf8')) as object
  const report = checkExchanges(document, root, site.requests)
  const { exchanges, held, wrong } = report
  const lines = [
    `${kind}: ${exchanges} exchanges, ${held} bodies held to schemas, ${wrong.length} wrong`,
    `  null where the document allows none: ${listed(report.nulls)}`,
    `  against the document, as recorded answers are: ${listed(report.recorded)}`,
    `  not in the document: ${listed(report.undocumented)}`,
    ...wrong.map((fault) => `  ${fault}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  if (wrong.length > 0) process.exitCode = 1
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} (${count})`).join(', ') || 'nothing'
}
