/** Sends any requests to an API, and holds each answer to the document of it. @module */
import { setTimeout } from 'node:timers/promises'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { seededRandom } from '../base/seeded-random.ts'
import { anyRequest, type KnownValues } from './any-request.ts'

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
  const isObject = schema.type === 'object' && schema.properties !== undefined && !isShared
  return {
    ...inside,
    ...(isObject && { additionalProperties: false }),
    ...(schema.allOf && { unevaluatedProperties: false }),
  }
}
