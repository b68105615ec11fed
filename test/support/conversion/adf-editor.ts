/** Atlassian's own editor schema, as a second judge of ADF: ProseMirror checks content, marks and attributes. @module */
import { createRequire } from 'node:module'

interface EditorNode {
  check(): void
}
interface EditorSchema {
  nodeFromJSON(json: unknown): EditorNode
}

// Without an answer from here the package asks a client over the network, and complains.
Object.assign(globalThis, { __PLATFORM_FEATURE_FLAGS__: { booleanResolver: () => false } })
const require = createRequire(import.meta.url)
const { defaultSchema } = require('@atlaskit/adf-schema/schema-default') as {
  defaultSchema: EditorSchema
}

/**
 * Say what the editor would not accept.
 * @returns The first fault; undefined when the editor takes it as it is.
 */
export function editorFault(doc: unknown): string | undefined {
  try {
    defaultSchema.nodeFromJSON(doc).check()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
