/** Sends any requests to an API, and holds each answer to the document of it. @module */
import { setTimeout } from 'node:timers/promises'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { seededRandom } from '../base/seeded-random.ts'
import { listed } from '../samples/listed.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is JSON of every shape
type AnyJson = any

export interface FuzzedApi {
  readonly document: AnyJson
  readonly address: string
  readonly authorization: string
  readonly known: KnownValues
}

export interface FuzzResult {
  readonly statuses: ReadonlyMap<number, number>
  readonly faults: readonly string[]
}

export async function fuzzApi(api: FuzzedApi, count: number, seed: number): Promise<FuzzResult> {
  const random = seededRandom(seed)
  const check = answerCheck(api.document)
  const statuses = new Map<number, number>()
  const faults: string[] = []
  for (let sent = 0; sent < count; sent += 1) {
    const { method, path, body, responses } = anyRequest(api.document, api.known, random)
    const response = await sendPatiently(api.address + path, {
      method,
      headers: { authorization: api.authorization },
      ...(body === undefined ? {} : { body }),
    })
    const { status } = response
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const problem = check(responses, status, await response.text())
    if (problem === undefined) continue
    faults.push(`${method} ${path} ${body ?? ''} → ${status}: ${problem}`.slice(0, 600))
  }
  return { statuses, faults }
}

async function sendPatiently(address: string, request: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(address, request)
    if (response.status !== 429) return response
    await response.arrayBuffer()
    await setTimeout(Number(response.headers.get('retry-after')) * 1_000)
  }
}

type AnswerCheck = (responses: AnyJson, status: number, text: string) => string | undefined

export function answerCheck(document: AnyJson): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  ajv.addFormat('uri', (text) => URL.canParse(text))
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const { schemas } = document.components
  ajv.addSchema({ $id: 'document', components: { schemas: closed(schemas) } })
  const validators = new Map<unknown, ValidateFunction>()
  return (responses, status, text) => {
    if (status >= 500) return text
    const described = responses[status] ?? responses[`${Math.floor(status / 100)}XX`]
    if (described === undefined) return 'this status is not documented'
    const schema = described.content?.['application/json'].schema
    if (schema === undefined) return text === '' ? undefined : 'there is a body'
    const validate = validators.get(schema) ?? ajv.compile(inDocument(closed(schema)))
    validators.set(schema, validate)
    return validate(JSON.parse(text)) ? undefined : `${ajv.errorsText(validate.errors)}: ${text}`
  }
}

function inDocument(schema: AnyJson): AnyJson {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'))
}

/** Undocumented members are faults here, although clients must accept them. */
function closed(schema: AnyJson): AnyJson {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inside = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closed(value)]),
  )
  const isShared = schema.allOf !== undefined || schema.required?.includes('requestId')
  const isOpen = isShared || schema.additionalProperties !== undefined
  const isObject = schema.type === 'object' && schema.properties !== undefined && !isOpen
  return {
    ...inside,
    ...(isObject && { additionalProperties: false }),
    ...(schema.allOf && { unevaluatedProperties: false }),
  }
}

export interface AnyRequest {
  readonly method: string
  readonly path: string
  readonly body: string | undefined
  readonly responses: AnyJson
}

export type KnownValues = Readonly<Record<'ids' | 'texts', readonly string[]>>

const oddTexts = [
  ...listed(
    "¦0¦-1¦1e9¦99999999999999999999¦9007199254740991¦abc¦true¦false¦'¦%¦_¦\u0000¦\ud800¦é¦日本¦__proto__",
    'constructor',
  ),
  'x'.repeat(3_000),
  ...listed('WyIxIl0¦WyIxIiwiYSJd¦WyJ4IiwxXQ¦e30¦[]¦{}¦null¦../..¦-title¦,'),
]

export function anyRequest(
  document: AnyJson,
  known: KnownValues,
  random: () => number,
): AnyRequest {
  const chance = chanceOf(known, random)
  const { pick, odd } = chance
  const valueFor = (schema: AnyJson): string => {
    if (random() < 0.3) return odd()
    if (schema.enum !== undefined) return String(pick(schema.enum))
    if (schema.type === 'integer') return String(1 + Math.floor(random() * 30))
    if (schema.type === 'boolean') return pick(['true', 'false'])
    if (schema.type === 'array') return [schema.items, schema.items].map(valueFor).join(',')
    return odd()
  }
  const [path, methods] = pick(Object.entries<AnyJson>(document.paths))
  const [method, operation] = pick(Object.entries<AnyJson>(methods))
  const query = (operation.parameters ?? [])
    .filter((one: AnyJson) => one.in === 'query' && random() < 0.35)
    .map(({ name, schema }: AnyJson) => `${name}=${encoded(valueFor(schema))}`)
  const exampleOf = (name: string): string | undefined =>
    operation.parameters.find((one: AnyJson) => one.in === 'path' && one.name === name)?.example
  // An empty parameter would be another address.
  const filled = path.replace(/\{(.+?)\}/g, (_, name) =>
    encoded(random() < 0.85 ? (exampleOf(name) ?? pick(known.ids)) : odd() || '0'),
  )
  const schema = operation.requestBody?.content['application/json'].schema
  return {
    method: method.toUpperCase(),
    path: [filled, query.join('&')].filter(Boolean).join('?'),
    body: schema && anyBody(document, schema, chance),
    responses: operation.responses,
  }
}

export function chanceOf(known: KnownValues, random: () => number): Chance {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const odd = (): string => pick(random() < 0.7 ? known.ids : [...known.texts, ...oddTexts])
  return { pick, random, odd, ids: known.ids }
}

export interface Chance {
  pick<T>(list: readonly T[]): T
  readonly random: () => number
  odd(): string
  readonly ids: readonly string[]
}

function anyBody(document: AnyJson, schema: AnyJson, chance: Chance): string {
  const { random, pick } = chance
  if (random() < 0.05) return pick(['', '{', '[]', 'null', '"x"', `${'['.repeat(9_000)}`])
  return JSON.stringify(anyValue(document, schema, chance))
}

export function anyValue(document: AnyJson, schema: AnyJson, chance: Chance): unknown {
  const { random, pick, odd } = chance
  const { anyOf, ...one } = resolved(document, schema)
  const known = anyOf === undefined ? one : resolved(document, pick(anyOf))
  if (random() < 0.08)
    return pick([null, 0, -1, 1.5, true, '', [], {}, odd(), [odd()], { a: odd() }])
  if (known.const !== undefined) return known.const
  if (known.enum !== undefined) return pick(known.enum)
  if (known.properties !== undefined) {
    const names = Object.keys(known.properties)
    const sent = names.filter((name) => known.required?.includes(name) || random() < 0.4)
    return Object.fromEntries(
      sent.map((name) => [
        name,
        name === 'value'
          ? pick([someAdf, '{}', odd()])
          : anyValue(document, known.properties[name], chance),
      ]),
    )
  }
  const type = pick([known.type ?? 'string'].flat())
  switch (type) {
    case 'array':
      return [anyValue(document, known.items, chance)]
    case 'integer':
      return (known.minimum ?? 0) + Math.floor(random() * 5)
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    default: {
      const pattern = new RegExp(known.pattern ?? '', 'u')
      const fitting = chance.ids.filter((id) => pattern.test(id))
      if (known.pattern !== undefined && fitting.length > 0 && random() < 0.85) return pick(fitting)
      return random() < 0.5 ? pick(['Any title', 'A title']) : odd()
    }
  }
}

const someAdf = '{"version":1,"type":"doc","content":[{"type":"rule"}]}'

function resolved(document: AnyJson, schema: AnyJson): AnyJson {
  if (schema.$ref === undefined) return schema
  const parts = String(schema.$ref).replace('#/', '').split('/')
  return parts.reduce((inside, part) => inside[part], document)
}

function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}
