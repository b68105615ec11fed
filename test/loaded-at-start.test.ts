import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { test } from 'node:test'

const programs = {
  server: {
    file: 'server/service/server.ts',
    loaded: ['hono'],
    // Workers parse and render; SQLite needs no `pg`, and MCP loads with the first agent.
    rare: [
      'openid-client',
      'smol-toml',
      'yaml',
      'satteri',
      'temml',
      'highlight.js',
      'pg',
      '@modelcontextprotocol/server',
      'zod',
    ],
  },
  'writer of a store in a file': { file: 'transactions.ts', loaded: [], rare: ['pg'] },
  'import of a worker': {
    file: 'wiki/import/prepare-import.ts',
    loaded: ['satteri'],
    rare: ['smol-toml', 'yaml', 'temml', 'highlight.js', 'hono', 'diff'],
  },
  'form of a worker': {
    file: 'server/web/writer/read-form.ts',
    loaded: ['satteri'],
    rare: ['smol-toml', 'yaml'],
  },
}

const listPackages = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    load(url, context, next) {
      const [, name] = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? []
      if (name !== undefined) packages.add(name)
      return next(url, context)
    },
  })
  for (const program of process.argv.slice(1)) await import(program)
  process.stdout.write(JSON.stringify([...packages]))`

for (const [name, { file, loaded, rare }] of Object.entries(programs)) {
  test(`the ${name} leaves packages that few need for those`, () => {
    const url = new URL(`../src/${file}`, import.meta.url).href
    const told = execFileSync(
      process.execPath,
      ['--input-type=module', '--eval', listPackages, url],
      { encoding: 'utf8' },
    )
    const packages: string[] = JSON.parse(told)
    const has = (some: readonly string[]) => some.filter((one) => packages.includes(one))
    assert.deepEqual(has(loaded), loaded)
    assert.deepEqual(has(rare), [])
  })
}

test('a command leaves the others for those who ask for them', () => {
  const main = new URL('../src/cli/run-cli.ts', import.meta.url).href
  const run = `${listPackages.replace('process.stdout.write', 'process.stderr.write')}`
  const asked = run.replace(
    'await import(program)',
    `await (await import(program)).runCli(['serve', '--help'], {
      env: {}, stdin: process.stdin, stdout: process.stdout, stderr: process.stdout, version: '1' })`,
  )
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', asked, main], {
    encoding: 'utf8',
  })
  assert.deepEqual(JSON.parse(stderr), ['commander'])
})
