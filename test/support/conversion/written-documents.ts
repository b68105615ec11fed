/** Whether documents are what Confluence takes: by ADF's schema, by its editor, and as XML. @module */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'

const schema = JSON.parse(
  readFileSync(new URL('../../fixtures/adf-schema.json', import.meta.url), 'utf8'),
) as Record<string, unknown>
// The schema is draft 4, but uses nothing that changed later.
delete schema.$schema

const validate = new Ajv({ strict: false }).compile(schema)

export function isSchemaValid(doc: unknown): boolean {
  return validate(doc) as boolean
}

interface Definition {
  readonly properties?: { readonly type?: { readonly enum?: readonly string[] } }
}

export function schemaTypes(): string[] {
  const definitions = Object.values(schema.definitions as Readonly<Record<string, Definition>>)
  return [...new Set(definitions.flatMap(({ properties }) => properties?.type?.enum ?? []))].sort()
}

interface EditorNode {
  check(): void
}
interface EditorSchema {
  nodeFromJSON(json: unknown): EditorNode
}

// Otherwise the package asks a client over the network.
Object.assign(globalThis, { __PLATFORM_FEATURE_FLAGS__: { booleanResolver: () => false } })
const require = createRequire(import.meta.url)
const { defaultSchema } = require('@atlaskit/adf-schema/schema-default') as {
  defaultSchema: EditorSchema
}

export function editorFault(doc: unknown): string | undefined {
  try {
    defaultSchema.nodeFromJSON(doc).check()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const token =
  /<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)([a-z][a-z0-9:-]*)((?:\s[a-z][a-z:-]*="[^"<]*")*)\s*(\/?)>|[^<]+|</gy
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|#39);)/

export function xmlFault(xml: string): string | undefined {
  if (forbidden.test(xml) || !xml.isWellFormed()) return 'a forbidden character'
  const open: string[] = []
  for (const [text, slash, name, attributes, selfClosing] of xml.matchAll(token)) {
    if (text.startsWith('<![CDATA[')) continue
    if (name === undefined) {
      if (text === '<') return 'a bare <'
      if (bareAmpersand.test(text) || text.includes(']]>')) return `text: ${text.slice(0, 40)}`
      continue
    }
    const names = [...(attributes ?? '').matchAll(/\s([a-z][a-z:-]*)="[^"]*"/g)].map(
      ([, one]) => one,
    )
    if (new Set(names).size < names.length) return `a repeated attribute: ${text}`
    if (bareAmpersand.test(attributes ?? '')) return `an attribute: ${text}`
    if (slash === '/') {
      const last = open.pop()
      if (last !== name) return `</${name}> closes <${last}>`
    } else if (selfClosing === '') open.push(name)
  }
  return open.length > 0 ? `<${open.at(-1)}> stays open` : undefined
}
