/** The parts of the power-cut campaign: what it reads of a trace, and what its disk forgets. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from './support/base/seeded-random.ts'
import { simulatedDisk } from './support/loss/simulated-disk.ts'
import { type StoreEvent, storeTraceReader } from './support/loss/store-trace.ts'

const hex = (text: string): string => Buffer.from(text).toString('hex').replace(/../g, '\\x$&')
const wal = hex('/data/markport.db-wal')
const link = hex('/data/setup-link.txt')

function read(...lines: string[]): StoreEvent[] {
  return lines.flatMap(storeTraceReader('/data'))
}

test('reads what happens to the files of the store, and the answers', () => {
  const opened = `"${wal}", O_RDWR|O_CREAT|O_NOFOLLOW|O_CLOEXEC, 0600) = 22<${wal}>`
  const body = hex('{"page":{"id":"10012","title":"A","version":3}}')
  assert.deepEqual(
    read(
      `7 openat(AT_FDCWD<${hex('/')}>, ${opened}`,
      `7 pwrite64(22<${wal}>, "${hex('abc')}", 3, 4096) = 3`,
      `7 fsync(22<${wal}> <unfinished ...>`,
      `8 write(1<${hex('/dev/null')}>, "${hex('x')}", 1) = 1`,
      '7 <... fsync resumed>) = 0',
      `7 fsync(23<${hex('/data')}>) = 0`,
      `7 ftruncate(22<${wal}>, 12) = 0`,
      `7 pwrite64(24<${hex('/data/markport.db-shm')}>, "${hex('x')}", 1, 9) = 1`,
      `8 writev(19<${hex('socket:[1]')}>, [{iov_base="${hex('HTTP/1.1 201 Created\r\n\r\n')}", iov_len=24}, {iov_base="${body}", iov_len=40}], 2) = 64`,
      `7 unlink("${wal}") = 0`,
      `7 openat(AT_FDCWD<${hex('/')}>, "${link}", O_WRONLY|O_CREAT|O_EXCL|O_TRUNC|O_CLOEXEC, 0600) = 25<${link}>`,
      `7 write(25<${link}>, "${hex('http')}", 4) = 4`,
      `7 sendmsg(26<${hex('socket:[2]')}>, {msg_iov=[{iov_base="${wal}"}]}, 0) = -1`,
      '8 +++ exited with 0 +++',
    ),
    [
      { type: 'create', file: 'markport.db-wal' },
      { type: 'write', file: 'markport.db-wal', offset: 4096, data: Buffer.from('abc') },
      { type: 'sync-begin', thread: '7', file: 'markport.db-wal' },
      { type: 'sync-end', thread: '7' },
      { type: 'sync-begin', thread: '7', file: undefined },
      { type: 'sync-end', thread: '7' },
      { type: 'truncate', file: 'markport.db-wal', size: 12 },
      { type: 'answer', pageId: '10012', version: 3 },
      { type: 'unlink', file: 'markport.db-wal' },
    ],
  )
})

test('refuses every line that it does not understand', () => {
  for (const line of [
    '7 pwrite64(22<',
    `7 pwrite64(22<${wal}>, "${hex('abc')}"..., 9, 0) = 9`,
    `7 pwrite64(22<${wal}>, "${hex('abc')}", 3, 0) = 2`,
    `7 fallocate(22<${wal}>, 0, 0, 4096) = 0`,
    `7 fsync(22<${wal}>) = -1 EIO (Input/output error)`,
    `7 mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 22<${wal}>, 0) = 0x7f`,
    `7 rename("${wal}", "${wal}") = 0`,
    '7 <... fsync resumed>) = 0',
  ]) {
    assert.throws(() => read(line), Error, line)
  }
})

const change = (text: string, offset: number): StoreEvent => ({
  type: 'write',
  file: 'a',
  offset,
  data: Buffer.from(text),
})
const sync: StoreEvent[] = [
  { type: 'sync-begin', thread: '7', file: 'a' },
  { type: 'sync-end', thread: '7' },
]

function imagesAfter(events: readonly StoreEvent[], isIgnored = () => false): Set<string> {
  const disk = simulatedDisk(new Map([['a', Buffer.from('....')]]), isIgnored)
  for (const event of events) disk.apply(event)
  const random = seededRandom(1)
  const image = (): string => [...disk.image(random)].map(([n, b]) => `${n}=${b}`).join()
  return new Set(Array.from({ length: 400 }, image))
}

test('keeps what was synced, and of the rest all, some or nothing', () => {
  const events = [change('A', 0), ...sync, change('B', 1), change('C', 2)]
  assert.deepEqual(imagesAfter(events), new Set(['a=A...', 'a=AB..', 'a=A.C.', 'a=ABC.']))
  assert.deepEqual(imagesAfter([change('A', 0), ...sync]), new Set(['a=A...']))
  const lying = imagesAfter([change('A', 0), ...sync], () => true)
  assert.deepEqual(lying, new Set(['a=....', 'a=A...']))
})

test('does not take a sync for one of writes that came after its beginning', () => {
  const [begin, end] = sync as [StoreEvent, StoreEvent]
  const images = imagesAfter([change('A', 0), begin, change('B', 1), end])
  assert.deepEqual(images, new Set(['a=A...', 'a=AB..']))
})

test('tears writes at sectors', () => {
  const images = imagesAfter([change('x'.repeat(1024), 0)])
  const kept = [...images].map((image) => image.slice(2).replaceAll(/x+/g, (x) => `${x.length} `))
  assert.ok(kept.includes('512 '), JSON.stringify(kept))
  assert.ok(kept.includes('1024 '))
})

test('forgets new files and the end of old ones until their folder is synced', () => {
  const made: StoreEvent = { type: 'create', file: 'b' }
  const gone: StoreEvent = { type: 'unlink', file: 'a' }
  const folder: StoreEvent[] = [
    { type: 'sync-begin', thread: '7', file: undefined },
    { type: 'sync-end', thread: '7' },
  ]
  assert.deepEqual(imagesAfter([made, gone]), new Set(['a=....', 'a=....,b=', 'b=']))
  assert.deepEqual(imagesAfter([made, ...folder]), new Set(['a=....,b=']))
})
