/** Puts other functions in the place of what constructs read with, for tests. @module */
import type { Mock, TestContext } from 'node:test'
import type { PartConstruct } from '../../../src/folder/dialects/parts/part-construct.ts'

type Read = (given: unknown) => unknown

/** Put a function in the place of what a construct reads with. */
export function mockReader(t: TestContext, construct: PartConstruct, read: Read): Mock<Read> {
  const mock = t.mock.fn(read)
  for (const name of ['evaluate', 'tag', 'code', 'rows', 'replace']) {
    if (name in construct) t.mock.method(construct as unknown as Record<string, Read>, name, mock)
  }
  return mock
}

/** Constructs of rows give back what they get; others give nothing. */
export const unchanged: Read = (given) => (Array.isArray(given) ? given : undefined)
