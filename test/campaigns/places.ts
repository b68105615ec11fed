/** `npm run places -- CLIENTS SEED`: every place comes back, wherever clients leave in their requests. @module */
import { gatedRequests } from '../support/service/gated-requests.ts'
import { sendCrowds, untilAllFree } from '../support/service/leaving-clients.ts'
import { startTestHostApi } from '../support/service/test-host-api.ts'

const crowdSize = 200
const [clients = 4_000, seed = Math.floor(Math.random() * 1e9)] = process.argv.slice(2).map(Number)
const crowds = Math.ceil(clients / crowdSize)
const api = await startTestHostApi('sqlite')
try {
  const { url } = api.server
  const seen = await sendCrowds(url, await gatedRequests(api), { crowds, size: crowdSize, seed })
  await untilAllFree(url)
  const { status } = await api.server.post({ pageTitle: 'Afterwards' })
  const most = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([gate, count]) => `${gate} ${count}`)
      .join(', ')
  process.stdout.write(
    `taken at most: ${most(seen.taken)}\nwaiting at most: ${most(seen.waiting)}\n`,
  )
  process.stdout.write(
    `${crowds * crowdSize} clients, seed ${seed}: all places are free, an import is answered ${status}\n`,
  )
  process.exitCode = status === 201 ? 0 : 1
} finally {
  await api.stop()
}
