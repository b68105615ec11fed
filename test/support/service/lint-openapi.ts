/** What makes an OpenAPI document one that programs can be made of, beside being valid. @module */
import { Validator } from '@seriousme/openapi-schema-validator'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is JSON of every shape
type AnyJson = any

export async function lintOpenApi(document: AnyJson): Promise<string[]> {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  const paths = Object.entries<AnyJson>(document.paths)
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries<AnyJson>(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return [
    ...(valid ? [] : [JSON.stringify(errors)]),
    ...repeated(operations.map(({ operation }) => operation.operationId)).map(
      (name) => `${name} names two operations`,
    ),
    ...repeated(paths.map(([path]) => path.replace(/\{.+?\}/g, '{}'))).map(
      (path) => `${path} is two paths`,
    ),
    ...operations.flatMap(({ path, method, operation }) =>
      faultsOf(path, operation).map((fault) => `${method} ${path}: ${fault}`),
    ),
    ...shapeless(document, '#'),
  ]
}

function faultsOf(path: string, { summary, parameters = [], responses }: AnyJson): string[] {
  const named = Array.from(path.matchAll(/\{(.+?)\}/g), ([, name]) => name)
  const inPath = parameters.filter((one: AnyJson) => one.in === 'path' && one.required === true)
  const described = inPath.map(({ name }: AnyJson) => name)
  const statuses = Object.keys(responses)
  return [
    ...(summary ? [] : ['has no summary']),
    ...(named.join() === described.join() ? [] : [`has ${named}, and describes ${described}`]),
    ...['2', '4']
      .filter((first) => !statuses.some((status) => status.startsWith(first)))
      .map((first) => `has no answer of ${first}XX`),
  ]
}

function shapeless(value: AnyJson, place: string): string[] {
  if (typeof value !== 'object' || value === null || place.endsWith('/examples')) return []
  const { type, properties, additionalProperties, allOf } = value
  const isEmpty = type === 'object' && !properties && !additionalProperties && !allOf
  const inside = Object.entries<AnyJson>(value)
  return [
    ...(isEmpty ? [`${place} is an object of nothing`] : []),
    ...inside.flatMap(([name, one]) => shapeless(one, `${place}/${name}`)),
  ]
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index)
}
