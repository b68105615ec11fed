/** `markport mcp` as an agent starts it: an official client over its stdio, and a service that is not there. @module */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { callCli } from '../support/service/run-cli.ts'
import { testHostApi } from '../support/service/test-host-api.ts'

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

describe('markport mcp', () => {
  const api = testHostApi('sqlite', { readers: 'users' })

  test('is the same server over stdio', async () => {
    const client = new Client({ name: 'test', version: '1' })
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', '--endpoint', api.server.endpoint],
      env: { ...process.env, MARKPORT_HOST_TOKEN: api.token } as Record<string, string>,
    })
    await client.connect(transport)
    try {
      const { tools } = await client.listTools()
      assert.ok(tools.some(({ name }) => name === 'get_page'))
      assert.ok(tools.every(({ outputSchema }) => outputSchema !== undefined))
      const id = await api.create('Over stdio')
      const read = await client.callTool({ name: 'get_page', arguments: { id } })
      assert.match(JSON.stringify(read), /Over stdio/)
    } finally {
      await client.close()
    }
  })

  test('offers the tools that import where it is given an import token', async () => {
    const env = { MARKPORT_HOST_TOKEN: api.token, MARKPORT_ENDPOINT: api.server.url }
    const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    const folder = temporaryFolder()
    const file = join(folder, 'import-token')
    writeFileSync(file, `${api.server.token}\n`)
    for (const [args, isImporting] of [
      [[], false],
      [['--import-token-file', file], true],
    ] as const) {
      const { stdout } = await callCli(['mcp', ...args], { env, input: list })
      const { tools } = JSON.parse(stdout).result
      const names = tools.map(({ name }: { name: string }) => name)
      assert.deepEqual(
        [names.includes('get_page'), names.includes('import_page')],
        [true, isImporting],
      )
    }
  })

  test('tells an agent what is wrong, by an answer to each request', async () => {
    const env = { MARKPORT_HOST_TOKEN: 'mph_wrong', MARKPORT_ENDPOINT: api.server.url }
    const lines = [
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      'no message',
    ]
    const { code, stdout } = await callCli(['mcp'], { env, input: lines.join('\n') })
    assert.equal(code, 0)
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const byId = new Map(answers.map((answer) => [answer.id, answer.error.message]))
    assert.equal(answers.length, 2)
    assert.match(byId.get(1), /host token/)
    assert.match(byId.get(null), /no JSON-RPC/)
    const away = { ...env, MARKPORT_ENDPOINT: 'http://127.0.0.1:9' }
    const refused = await callCli(['mcp'], { env: away, input: lines[0] ?? '' })
    assert.match(JSON.parse(refused.stdout).error.message, /does not answer/)
  })

  test('needs an endpoint and a token, and sends none in the clear', async () => {
    for (const [args, env, message] of [
      [[], {}, /There is no --endpoint/],
      [['--endpoint', api.server.url], {}, /There is no host token/],
      [['--endpoint', 'http://wiki.example.org'], { MARKPORT_HOST_TOKEN: 'x' }, /https/],
      // As a script gives it whose variable is not set.
      [
        ['--endpoint', api.server.url, '--import-token-file', ''],
        { MARKPORT_HOST_TOKEN: 'x' },
        /--import-token-file: .*is not there/,
      ],
    ] as const) {
      const { code, stderr } = await callCli(['mcp', ...args], { env, input: '' })
      assert.equal(code, 2)
      assert.match(stderr, message)
    }
  })
})
