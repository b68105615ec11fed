/**
 * Sends any requests to the wiki's own API and to the operation, by their documents, and names each answer
 * that is a 5xx or that the document does not say: `npm run api-fuzz -- 20000 7`.
 * @module
 */
import { fuzzApi } from '../support/service/fuzz-api.ts'
import { startTestHostApi } from '../support/service/test-host-api.ts'

const [count = 20_000, seed = 7] = process.argv.slice(2).map(Number)
const api = await startTestHostApi('sqlite')
const { server } = api
const pages: string[] = []
for (const title of ['One', 'Two', 'Three']) pages.push(await api.create(title))
await server.post({ pageTitle: 'Top', content: 'Some words.', labels: ['alpha'] })
const known = {
  ids: [server.space.id, server.space.homepageId, ...pages, 'DOCS'],
  texts: ['Top', 'alpha', 'words'],
}
const documentOf = async (path: string) => (await fetch(server.url + path)).json()
const apis = [
  {
    document: await documentOf('/wiki/api/v2/openapi.json'),
    address: `${server.url}/wiki/api/v2`,
    authorization: `Bearer ${api.token}`,
  },
  {
    document: await documentOf('/openapi.json'),
    address: server.url,
    authorization: `Bearer ${server.token}`,
  },
]
let faults = 0
for (const one of apis) {
  const result = await fuzzApi({ ...one, known }, count, seed)
  faults += result.faults.length
  for (const fault of result.faults) process.stdout.write(`${fault}\n`)
  process.stdout.write(`${JSON.stringify([...result.statuses])}\n`)
}
await api.stop()
process.stdout.write(`${count} requests to each API; ${faults} answers are not as documented.\n`)
process.exitCode = faults === 0 ? 0 : 1
