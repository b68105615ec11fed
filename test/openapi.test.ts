/** The OpenAPI document is well-formed, and every answer of a real server is as it says. @module */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { setLicense } from '../src/accounts/license.ts'
import type { DeliveryPolicies } from '../src/confluence/delivery/connections/space-connections.ts'
import { places } from '../src/contract/base/places/places.ts'
import { errorTable } from '../src/contract/errors.ts'
import { importFieldRows } from '../src/contract/json-schema.ts'
import { contractLimits } from '../src/contract/limits.ts'
import { successTable } from '../src/contract/outcomes.ts'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import type { ConfluenceSimulator } from './support/confluence/simulator.ts'
import { changePolicies, startWikiServer } from './support/delivery/wiki-server.ts'
import {
  composedGate,
  type Replaced,
  startComposedServer,
} from './support/service/composed-server.ts'
import {
  send,
  startTestServer,
  type TestServer,
  validImport,
} from './support/service/test-server.ts'
import { brokenWorkers, testWorkers } from './support/service/test-workers.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of every shape
type AnyJson = any

let folder: string
let server: TestServer
let document: AnyJson
let operation: AnyJson
let ajv: Ajv2020

before(async () => {
  folder = temporaryFolder()
  server = await startTestServer({ dataDirectory: join(folder, 'main') })
  document = await (await fetch(`${server.url}/openapi.json`)).json()
  operation = document.paths[operationPath].post
  ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
  ajv.addVocabulary(['openapi', 'info', 'servers', 'security', 'paths', 'components'])
  ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  ajv.addFormat('uri', (text) => URL.canParse(text))
  ajv.addSchema(document, 'document')
})
after(() => server.stop())

const operationPath = '/wiki/apps/{appId}/{envId}/webtrigger'
const reservationsPath = '/wiki/apps/{appId}/{envId}/reservations'

function resolve(value: AnyJson): AnyJson {
  if (value?.$ref === undefined) return value
  const parts = String(value.$ref).replace('#/', '').split('/')
  const found = parts.reduce((inside, part) => inside?.[part.replaceAll('~1', '/')], document)
  assert.ok(found, `${value.$ref} refers to nothing`)
  return resolve(found)
}

function reservationsOf(endpoint: string): string {
  return endpoint.replace(/webtrigger$/, 'reservations')
}

function schemaOf(schema: AnyJson): AnyJson {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'))
}

function assertValid(schema: AnyJson, value: unknown, label: string): void {
  const validate = ajv.compile(schemaOf(schema))
  assert.ok(validate(value), `${label}: ${ajv.errorsText(validate.errors)}`)
}

function membersOf(schema: AnyJson): Set<string> {
  const resolved = resolve(schema)
  const parts = [...(resolved.allOf ?? []), ...(resolved.anyOf ?? [])].map(membersOf)
  return new Set([...Object.keys(resolved.properties ?? {}), ...parts.flatMap((part) => [...part])])
}

describe('the document', () => {
  test('is valid by the rules of OpenAPI', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    assert.ok(valid, JSON.stringify(errors))
  })

  test('names this server, its path and how to authenticate', () => {
    assert.equal(document.openapi, '3.1.0')
    assert.deepEqual(document.servers, [{ url: server.url }])
    const sources = ['', '/edits', '/close'].map(
      (part) => `/wiki/apps/{appId}/{envId}/sources${part}`,
    )
    const paths = [operationPath, reservationsPath, '/.well-known/markport', ...sources]
    assert.deepEqual(Object.keys(document.paths).sort(), paths.sort())
    const ids = new Map<string, string>(
      operation.parameters.map(({ name, example }: AnyJson) => [`{${name}}`, example]),
    )
    const filled = operationPath.replace(/\{.+?\}/g, (name) => ids.get(name) ?? '')
    assert.equal(server.url + filled, server.endpoint)
    const [requirement] = document.security
    for (const name of Object.keys(requirement)) {
      assert.equal(document.components.securitySchemes[name].scheme, 'bearer')
    }
  })

  test('refers only to what it holds, and holds only what something refers to', () => {
    const referred = new Set<string>()
    const visit = (value: AnyJson): void => {
      if (typeof value !== 'object' || value === null) return
      if (typeof value.$ref === 'string') referred.add(value.$ref)
      resolve(value)
      Object.values(value).forEach(visit)
    }
    visit(document)
    for (const kind of ['schemas', 'headers']) {
      for (const name of Object.keys(document.components[kind])) {
        assert.ok(referred.has(`#/components/${kind}/${name}`), `nothing refers to ${name}`)
      }
    }
  })

  test('has schemas that a strict validator takes', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      assert.doesNotThrow(() => ajv.compile(schemaOf(schema)), name)
    }
  })

  test('describes the fields and keys of the contract, and no others', () => {
    const schema = resolve(operation.requestBody.content['application/json'].schema)
    const names = importFieldRows().map(({ name }) => name)
    assert.deepEqual(Object.keys(schema.properties), names)
    const described = new Set<string>()
    for (const [status, response] of Object.entries<AnyJson>(operation.responses)) {
      if (status === 'default') continue
      for (const [, key] of response.description.matchAll(/^`([\w-]+)`: /gm)) {
        described.add(`${status} ${key}`)
      }
    }
    const table = Object.entries({ ...successTable, ...errorTable })
    assert.deepEqual(described, new Set(table.map(([key, { status }]) => `${status} ${key}`)))
  })

  test('has examples of parameters that keep to their schemas', () => {
    for (const { schema, example } of operation.parameters)
      assertValid(schema, example, 'parameter')
  })

  test('takes the requests that the server takes, and refuses those that it refuses', async () => {
    const { schema } = operation.requestBody.content['application/json']
    const validate = ajv.compile(schemaOf(schema))
    const cases: Record<string, unknown>[] = [
      {},
      { overwrite: true, dryRun: true, other: 1 },
      { pageTitle: 'x'.repeat(contractLimits.maxTitleLength) },
      { pageTitle: 'x'.repeat(contractLimits.maxTitleLength + 1) },
      { parentId: 'x'.repeat(contractLimits.maxIdLength + 1) },
      { labels: [] },
      ...[0, contractLimits.maxPosition, -1, 1.5, 2 ** 53, '1'].map((position) => ({ position })),
      ...['', ' ', 'x'.repeat(contractLimits.maxIdLength + 1)].map((pageId) => ({ pageId })),
      { labels: ['a-b_c+d/e', 'é', '日本'] },
      ...['', ' ', 'a b', 'a.b', 'a]', 'a\\', '#', 1].map((label) => ({ labels: [label] })),
      { labels: ['x'.repeat(contractLimits.maxLabelLength)] },
      { labels: ['x'.repeat(contractLimits.maxLabelLength + 1)] },
      { labels: Array(contractLimits.maxLabels + 1).fill('a') },
      ...importFieldRows().flatMap(({ name, isRequired }) => [
        ...(isRequired ? [{ [name]: undefined }, { [name]: '' }, { [name]: ' \n' }] : []),
        { [name]: null },
        { [name]: 1 },
      ]),
    ]
    for (const [index, fields] of cases.entries()) {
      const body = { ...validImport(server), pageTitle: `Case ${index}`, dryRun: true, ...fields }
      const { json } = await server.post(body)
      const isTaken = json.key === 'dry-run'
      assert.equal(validate(JSON.parse(JSON.stringify(body))), isTaken, JSON.stringify(fields))
    }
  })
})

interface SeenAnswer {
  readonly status: number
  readonly headers: Headers
  readonly json: AnyJson
}

function assertDocumented({ status, headers, json }: SeenAnswer, key: string): void {
  assert.equal(json.key, key)
  const response = operation.responses[status] ?? operation.responses.default
  const { schema } = response.content['application/json']
  assertValid(schema, json, `${status} ${key}`)
  for (const name of Object.keys(json)) {
    assert.ok(membersOf(schema).has(name), `${status} ${key}: ${name} is not documented`)
  }
  for (const [name, reference] of Object.entries<AnyJson>(response.headers ?? {})) {
    const header = resolve(reference)
    const value = headers.get(name)
    if (value === null) {
      assert.ok(!header.required, `${status} ${key}: ${name} is missing`)
      continue
    }
    assertValid(header.schema, header.schema.type === 'integer' ? Number(value) : value, name)
  }
  for (const name of ['www-authenticate', 'retry-after', 'allow', 'etag', 'idempotency-replayed']) {
    const names = Object.keys(response.headers ?? {}).map((one) => one.toLowerCase())
    assert.equal(headers.has(name) && !names.includes(name), false, `${name} is not documented`)
  }
}

describe('the answers of a real server', () => {
  const seen = new Set<string>()
  const check = (answer: SeenAnswer, key: string): void => {
    assertDocumented(answer, key)
    seen.add(key)
  }

  test('are as documented when an import succeeds', async () => {
    const fields = { pageTitle: 'Documented', content: 'a <b>b</b> <video>' }
    const headers = { 'idempotency-key': 'openapi' }
    check(await server.post({ ...fields, dryRun: true }), 'dry-run')
    check(await server.post(fields, headers), 'created')
    const repeated = await server.post(fields, headers)
    assert.equal(repeated.headers.get('idempotency-replayed'), 'true')
    check(repeated, 'created')
    check(await server.post({ ...fields, overwrite: true }), 'unchanged')
    check(await server.post({ ...fields, overwrite: true, content: 'new' }), 'updated')
  })

  test('are as documented when the request is refused', async () => {
    check(await server.post({ pageTitle: 'Documented' }), 'already-exists')
    const kept = { pageTitle: 'Kept', overwrite: true }
    check(await server.post({ ...kept, source: { name: 'one', path: 'a.md' } }), 'created')
    const other = { ...kept, source: { name: 'two', path: 'a.md' } }
    check(await server.post(other), 'belongs-to-another')
    const later = { pageTitle: 'Documented', overwrite: true, content: 'newer' }
    check(await server.post(later, { 'if-match': '"1"' }), 'precondition-failed')
    check(await server.post({ content: '' }), 'bad-request')
    check(await server.post({ content: 'x'.repeat(8 * 1024 * 1024) }), 'payload-too-large')
    check(await server.post({ parentId: '999' }), 'not-found')
    check(await server.post({}, { authorization: 'Bearer x' }), 'unauthorized')
    const last = server.token.at(-2) === 'A' ? 'B' : 'A'
    const forged = `${server.token.slice(0, -2)}${last}${server.token.slice(-1)}`
    check(await server.post({}, { authorization: `Bearer ${forged}` }), 'forbidden')
    const response = await fetch(server.endpoint)
    const { status, headers } = response
    check({ status, headers, json: await response.json() }, 'method-not-allowed')
  })

  test('are as documented when pages are in Confluence', async () => {
    const wiki = await startWikiServer('sqlite', 'cloud')
    const site = wiki.site as ConfluenceSimulator
    const setPolicies = (policies: Partial<DeliveryPolicies>): Promise<void> =>
      changePolicies(wiki, policies)
    try {
      const created = await wiki.post({ content: 'Some words.' })
      check(created, 'created')
      const { id } = created.json.page
      const other = { overwrite: true, content: 'Other text.' }
      site.addInlineComment(id, 'words')
      await setPolicies({ comments: 'refuse' })
      check(await wiki.post(other), 'comments-would-detach')
      site.humanEdit(id, 0, (text) => `${text} More.`)
      await setPolicies({ edits: 'refuse' })
      const refused = await wiki.post({ ...other, dryRun: true })
      check(refused, 'edited-elsewhere')
      assert.equal(refused.json.page.id, id)
      await setPolicies({})
      check(await wiki.post(other), 'updated')
    } finally {
      await wiki.stop()
    }
  })

  test('are as documented when the license is inactive', async () => {
    const { database, ids, clock } = server
    const change = { trialEnds: null, setBy: 'test' }
    await setLicense({ database, ids, clock }, { status: 'inactive', ...change })
    const { token } = await server.createToken('unlicensed')
    await setLicense({ database, ids, clock }, { status: 'active', ...change })
    check(await server.post({}, { authorization: `Bearer ${token}` }), 'license-expired')
  })

  const failing: readonly [key: string, replaced: Replaced][] = [
    ['unavailable', { gate: places({ ...composedGate, maxTaken: 0, maxWaiting: 0 }) }],
    ['internal-error', { workers: brokenWorkers(testWorkers()) }],
  ]
  for (const [key, replaced] of failing) {
    test(`are as documented when it answers ${key}`, async () => {
      const store = { dataDirectory: join(folder, key) }
      const broken = await startComposedServer(store, () => replaced)
      check(await broken.post(), key)
      await broken.stop()
    })
  }

  test('are as documented when it answers too-many-requests', async () => {
    const store = { dataDirectory: join(folder, 'too-many-requests') }
    const gate = places({ ...composedGate, maxTaken: 0, maxWaiting: 1, maxWaitMs: 2_000 })
    const server = await startComposedServer(store, () => ({ gate }))
    const answers = await Promise.all([server.post(), server.post()])
    const refused = answers.find(({ status }) => status === 429)
    assert.ok(refused)
    check(refused, 'too-many-requests')
    await server.stop()
  })

  /** `fetch` cannot send these headers. */
  const refusedEarly: readonly [headers: Record<string, string>, status: number, key: string][] = [
    [{ 'x-long': 'x'.repeat(17 * 1024) }, 431, 'bad-request'],
    [{ host: 'evil.example' }, 421, 'misdirected'],
  ]
  for (const [headers, status, key] of refusedEarly) {
    test(`are as documented when no route sees the request: ${status}`, async () => {
      const answer = await postAlone(headers)
      assert.equal(answer.status, status)
      check(answer, key)
    })
  }

  function postAlone(given: Record<string, string>): Promise<SeenAnswer> {
    return new Promise((resolveAnswer, reject) => {
      request(server.endpoint, { method: 'POST', headers: given }, (response) => {
        const status = response.statusCode as number
        const headers = new Headers(response.headers as Record<string, string>)
        let text = ''
        response.on('data', (part: Buffer) => {
          text += part.toString()
        })
        response.on('end', () => resolveAnswer({ status, headers, json: JSON.parse(text) }))
      })
        .on('error', reject)
        .end()
    })
  }

  test('are as documented when pages are reserved', async () => {
    const { responses } = document.paths[reservationsPath].post
    const page = { ref: 'a', pageTitle: 'Reserved', parentId: server.space.homepageId }
    const body = JSON.stringify({ spaceId: server.space.id, pages: [page] })
    const headers = { authorization: `Bearer ${server.token}` }
    const { status, json } = await send(reservationsOf(server.endpoint), body, headers)
    assert.equal(json.key, 'reserved')
    assertValid(responses[status].content['application/json'].schema, json, 'reserved')
  })

  test('are as documented when the endpoint is looked for', async () => {
    const response = await fetch(`${server.url}/.well-known/markport`)
    const found = (await response.json()) as AnyJson
    const { responses } = document.paths['/.well-known/markport'].get
    assertValid(responses[200].content['application/json'].schema, found, 'discovery')
    assert.equal(response.headers.get('cache-control'), 'public, max-age=300')
    assert.equal(found.endpoint, server.endpoint)
    assert.equal(found.reservations, reservationsOf(server.endpoint))
  })

  test('cover every key', () => {
    assert.deepEqual(seen, new Set(Object.keys({ ...successTable, ...errorTable })))
  })
})
