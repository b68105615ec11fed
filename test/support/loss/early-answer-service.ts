/** Faulty on purpose: answers each import before its transaction is committed. The control of the kill loop. @module */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { idAllocator } from '../../../src/database/ids.ts'
import { openDatabase } from '../../../src/database/open-database.ts'
import { sql } from '../../../src/database/sql.ts'
import { titleKey } from '../../../src/embedded-wiki/store/page-place.ts'
import { savePage } from '../../../src/embedded-wiki/store/saving/save-page.ts'

const database = await openDatabase({ dataDirectory: process.argv[2] as string })
const ids = idAllocator(database)
const [administrator] = await database.read<{ id: number }>(sql`select id from users`)
const userId = administrator?.id ?? 0

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { spaceId, parentId, pageTitle, content } = JSON.parse(String(Buffer.concat(chunks)))
  const [newPageId, importId] = [await ids.nextId(), await ids.nextId()]
  const title = `${pageTitle} ${newPageId}`
  const entry = {
    ...{ importId, spaceSent: spaceId, parentId, title, userId, apiTokenId: 0 },
    ...{
      requestId: String(importId),
      warnings: '[]',
      run: '',
      startedAt: Date.now(),
      now: Date.now(),
    },
    idempotency: null,
    ...({ via: 'import', tokenName: '' } as const),
  }
  const write = database.write(savePage, {
    entry,
    space: { spaceIdOrKey: spaceId, writer: { userId } },
    parentId: Number(parentId),
    titleKey: titleKey(title),
    markdown: content,
    adf: '{"version":1,"type":"doc","content":[]}',
    indexed: { text: content, headings: '', words: content },
    attachments: [],
    digest: String(newPageId),
    labels: null,
    position: null,
    navigationTitle: '',
    overwrite: false,
    ifMatch: undefined,
    pageId: null,
    newPageId,
  })
  response.end(JSON.stringify({ page: { id: String(newPageId), version: 1 } }))
  await write
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ endpoint: `http://127.0.0.1:${port}/` })}\n`)
})
