/** The floor of an import: one HMAC check, one JSON parse and one durable write. Options come as JSON. @module */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

const options = JSON.parse(process.argv[2] as string) as { keepsAll: boolean } & (
  | { dataDirectory: string }
  | { databaseUrl: string }
)
const key = 'the floor has one key for all, of 32 bytes'

const save = 'databaseUrl' in options ? await openPostgres(options) : openSqlite(options)

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const [head, payload, signature] = (request.headers.authorization ?? '').slice(7).split('.')
    const expected = createHmac('sha256', key).update(`${head}.${payload}`).digest()
    const isRight = timingSafeEqual(expected, Buffer.from(signature as string, 'base64url'))
    const fields = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>
    const { pageTitle = '', content = '' } = fields
    const bytes = options.keepsAll ? Number(request.headers['x-kept-bytes']) : 0
    if (isRight) await save(pageTitle, content.padEnd(bytes, content))
    response.writeHead(isRight ? 201 : 403, { 'content-type': 'application/json' })
    response.end('{"key":"created"}')
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  const signed = 'e30.e30'
  const token = `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
  process.stdout.write(`${JSON.stringify({ endpoint: `http://127.0.0.1:${port}/`, token })}\n`)
})

type Save = (title: string, markdown: string) => Promise<void>

function openSqlite({ dataDirectory }: { dataDirectory: string }): Save {
  const database = new DatabaseSync(join(dataDirectory, 'floor.db'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  database.exec('create table pages (title text primary key, markdown text)')
  const insert = database.prepare('insert into pages values (?, ?)')
  return async (title, markdown) => {
    insert.run(title, markdown)
  }
}

async function openPostgres({ databaseUrl }: { databaseUrl: string }): Promise<Save> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
  await pool.query('create table pages (title text primary key, markdown text)')
  return async (title, markdown) => {
    await pool.query({
      name: 'save',
      text: 'insert into pages values ($1, $2)',
      values: [title, markdown],
    })
  }
}
