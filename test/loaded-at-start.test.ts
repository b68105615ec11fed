/** What only a rare request needs is not loaded when the service starts, nor when a worker does. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const rare = ['openid-client', 'smol-toml', 'yaml']

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

test('packages that few requests need are left for those', () => {
  // The tasks of workers are among what the service imports, for the messages of both.
  const programs = ['server', '../web/writer/folder-form', '../web/writer/prepare-form']
  const urls = programs.map((name) => new URL(`../src/service/${name}.ts`, import.meta.url).href)
  const told = execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', listPackages, ...urls],
    { encoding: 'utf8' },
  )
  const packages: string[] = JSON.parse(told)
  assert.ok(packages.includes('hono') && packages.includes('satteri'), told)
  assert.deepEqual(
    packages.filter((name) => rare.includes(name)),
    [],
  )
})
