/** The demo, followed as a new user would. @module */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { mainFile } from '../support/service/run-cli.ts'

test('imports its docs, prints what works, and ends with 0', async () => {
  // The default port is taken, as when the demo already runs.
  const other = createServer().listen(8787, '127.0.0.1')
  other.on('error', () => {})
  const child = spawn(process.execPath, [mainFile, 'demo'])
  let output = ''
  const isReady = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('Stop it with Ctrl+C.')) resolve()
    })
  })
  const closed = once(child, 'close')
  await Promise.race([isReady, closed])
  other.close()
  try {
    assert.match(output, /^ {2}created {3}The import operation$/m)
    const urls = output.match(/http:\S+\/wiki\/spaces\/DEMO\/pages\/\d+/g) ?? []
    assert.ok(urls.length >= 7)
    for (const url of urls) {
      const page = await fetch(url)
      assert.equal(page.status, 200)
      assert.match(await page.text(), /<h1[ >]/)
    }
    const [setupLink] = /http:\S+\/choose-password\/\S+/.exec(output) ?? []
    assert.match(await (await fetch(setupLink ?? '')).text(), /<h1>Choose a password<\/h1>/)
    const curl = output.slice(output.indexOf('curl -sS'), output.indexOf('Stop it'))
    const answer = JSON.parse(execFileSync('sh', ['-c', curl], { encoding: 'utf8' }))
    assert.equal(answer.key, 'created')
    assert.match(
      await (await fetch(answer.page.url)).text(),
      /Imported with <strong>curl<\/strong>/,
    )
  } finally {
    child.kill('SIGTERM')
  }
  assert.deepEqual(await closed, [0, null])
})
