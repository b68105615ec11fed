/** Puts other functions in the place of what constructs read with, for tests. @module */
import type { Mock, TestContext } from 'node:test'
import type { AnyConstruct } from '../../../src/dialects/construct.ts'

type Read = (given: unknown) => unknown

/** Put a function in the place of what a construct reads with. */
export function mockReader(t: TestContext, construct: AnyConstruct, read: Read): Mock<Read> {
  const name = ['read', 'tag', 'code', 'rows', 'replace'].find((one) => one in construct)
  return t.mock.method(construct as unknown as Record<string, Read>, name as string, read)
}

/** Constructs of lines and rows give back what they get; others give nothing. */
export const unchanged: Read = (given) => (Array.isArray(given) ? given : undefined)
