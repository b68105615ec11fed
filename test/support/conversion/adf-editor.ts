/** Atlassian's own editor schema, as a second judge of ADF: ProseMirror checks content, marks and attributes. @module */
import { createRequire } from 'node:module'

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
