/** Requests that nobody would write, made of what an OpenAPI document says and of what it does not. @module */

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is JSON of every shape
type AnyJson = any

export interface AnyRequest {
  readonly method: string
  readonly path: string
  readonly body: string | undefined
  readonly responses: AnyJson
}

export type KnownValues = Readonly<Record<'ids' | 'texts', readonly string[]>>

const oddTexts = [
  ...['', '0', '-1', '1e9', '99999999999999999999', '9007199254740991', 'abc', 'true', 'false'],
  ...["'", '%', '_', '\0', '\ud800', 'é', '日本', '__proto__', 'constructor', 'x'.repeat(3_000)],
  ...['WyIxIl0', 'WyIxIiwiYSJd', 'WyJ4IiwxXQ', 'e30', '[]', '{}', 'null', '../..', '-title', ','],
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
