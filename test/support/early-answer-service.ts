/**
 * A service that is wrong on purpose: it answers each import before its transaction is committed.
 * Run as a program with a data directory; the control of the kill loop.
 * @module
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { idAllocator } from '../../src/database/ids.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { importPage } from '../../src/embedded-wiki/store/import-page.ts'
import { titleKey } from '../../src/embedded-wiki/store/title-key.ts'

const database = await openDatabase({ dataDirectory: process.argv[2] as string })
const ids = idAllocator(database)

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { spaceId, parentId, pageTitle, content } = JSON.parse(String(Buffer.concat(chunks)))
  const [newPageId, importId] = [await ids.nextId(), await ids.nextId()]
  const write = database.write(importPage, {
    spaceId: Number(spaceId),
    parentId: Number(parentId),
    title: `${pageTitle} ${newPageId}`,
    titleKey: titleKey(`${pageTitle} ${newPageId}`),
    markdown: content,
    adf: '{"version":1,"type":"doc","content":[]}',
    indexed: { text: content, words: content },
    labels: null,
    contentHash: String(newPageId),
    overwrite: false,
    userId: 0,
    newPageId,
    importId,
    apiTokenId: 0,
    requestId: String(importId),
    warnings: '[]',
    startedAt: Date.now(),
    now: Date.now(),
    attachments: [],
    idempotency: null,
  })
  response.end(JSON.stringify({ page: { id: String(newPageId), version: 1 } }))
  await write
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ endpoint: `http://127.0.0.1:${port}/` })}\n`)
})
