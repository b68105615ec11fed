/** `npm run confluence-schemas -- CLOUD.json DATA-CENTER.json`: holds the simulated sites to Atlassian's API documents. @module */
import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { SiteKind } from '../../src/wiki/pages/recorded-pages.ts'
import type { SimulatedRequest } from '../support/confluence/simulator.ts'
import { startConfluence } from '../support/confluence/start-confluence.ts'
import { useOurClient } from '../support/confluence/use-our-client.ts'

interface SchemaReport {
  exchanges: number
  held: number
  readonly nulls: Map<string, number>
  readonly recorded: Map<string, number>
  readonly undocumented: Map<string, number>
  readonly wrong: string[]
}

const recordedFaults = ['/data/errors must be object']

interface Media {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
}

interface Operation {
  readonly requestBody?: Media
  readonly responses: Readonly<Record<string, Media>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

function checkExchanges(
  document: object,
  root: string,
  requests: readonly SimulatedRequest[],
): SchemaReport {
  const report: SchemaReport = {
    exchanges: 0,
    held: 0,
    nulls: new Map(),
    recorded: new Map(),
    undocumented: new Map(),
    wrong: [],
  }
  const find = operationFinder(document as Document)
  const compile = compiler(document)
  for (const { method, path, status, sent, answered } of requests) {
    const { pathname } = new URL(path, 'http://localhost')
    if (!pathname.startsWith(`${root}/`)) continue
    report.exchanges++
    const found = find(method, pathname.slice(root.length))
    const name = `${method} ${found?.path ?? pathname.slice(root.length)}`
    const answer = found?.operation.responses[status]
    if (answer === undefined) count(report.undocumented, `${name} ${status}`)
    const pairs: [string, Media | undefined, string][] = [[`${name} ${status}`, answer, answered]]
    if (status < 400) pairs.push([`${name} as sent`, found?.operation.requestBody, sent])
    for (const [what, media, text] of pairs) {
      const schema = media?.content?.['application/json']?.schema
      if (schema === undefined || text === '') continue
      const faults = faultsOf(compile(schema), text, report)
      if (faults.length === 0) report.held++
      report.wrong.push(...faults.map((fault) => `${what}: ${fault}`))
    }
  }
  return report
}

function operationFinder({ paths }: Document) {
  const known = Object.entries(paths).map(([path, operations]) => {
    const source = path.replaceAll(/\{[^}]+\}/g, '[^/]+')
    return { path, operations, pattern: new RegExp(`^${source}$`) }
  })
  // Fixed parts win over names: `/content/search` is no `/content/{id}`.
  known.sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  return (method: string, pathname: string) => {
    for (const { path, operations, pattern } of known) {
      const operation = pattern.test(pathname) ? operations[method.toLowerCase()] : undefined
      if (operation !== undefined) return { path, operation }
    }
    return undefined
  }
}

function compiler(document: object): (schema: object) => ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true })
  for (const format of ['int32', 'int64', 'double', 'float', 'uri', 'binary'])
    ajv.addFormat(format, true)
  ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)))
  ajv.addSchema(document, 'document')
  const compiled = new Map<object, ValidateFunction>()
  return (schema) => {
    const known = compiled.get(schema)
    if (known !== undefined) return known
    const validate = ajv.compile(withWholeRefs(schema) as object)
    compiled.set(schema, validate)
    return validate
  }
}

function withWholeRefs(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'))
}

function faultsOf(validate: ValidateFunction, text: string, report: SchemaReport): string[] {
  const value: unknown = JSON.parse(text)
  if (validate(value)) return []
  return (validate.errors ?? []).flatMap((error) => {
    const fault = faultText(error)
    const isNull = valueAt(value, error.instancePath) === null
    if (isNull) count(report.nulls, error.instancePath.split('/').at(-1) ?? '')
    else if (recordedFaults.includes(fault)) count(report.recorded, fault)
    else return [fault]
    return []
  })
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], value)
}

function faultText({ instancePath, message = '' }: ErrorObject): string {
  return `${instancePath || '/'} ${message}`
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

const [cloud, dataCenter] = process.argv.slice(2)
if (cloud === undefined || dataCenter === undefined)
  throw new Error('npm run confluence-schemas -- CLOUD.json DATA-CENTER.json')

await check('cloud', cloud, '/wiki/api/v2')
await check('data-center', dataCenter, '/confluence')

async function check(kind: SiteKind, path: string, root: string): Promise<void> {
  const site = await startConfluence(kind)
  await useOurClient(site)
  await site.stop()
  const document = JSON.parse(readFileSync(path, 'utf8')) as object
  const report = checkExchanges(document, root, site.requests)
  const { exchanges, held, wrong } = report
  const lines = [
    `${kind}: ${exchanges} exchanges, ${held} bodies held to schemas, ${wrong.length} wrong`,
    `  null where the document allows none: ${listed(report.nulls)}`,
    `  against the document, as recorded answers are: ${listed(report.recorded)}`,
    `  not in the document: ${listed(report.undocumented)}`,
    ...wrong.map((fault) => `  ${fault}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  if (wrong.length > 0) process.exitCode = 1
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} (${count})`).join(', ') || 'nothing'
}
