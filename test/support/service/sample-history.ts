/** A service with something on each of its administration pages. @module */
import type { User } from '../../../src/auth/users.ts'
import type { TestServer } from './test-server.ts'

export interface SampleHistory {
  readonly administrator: User
  readonly writer: User
}

/**
 * Fill a service as weeks of use would.
 * @param server A fresh one.
 */
export async function sampleHistory(server: TestServer): Promise<SampleHistory> {
  const administrator = await server.createUser('Ada Admin', { isAdministrator: true })
  const writer = await server.createUser('mia')
  await server.createUser('Björn with a rather long name, as some people have')
  const handbook = await server.createSpace('HANDBOOK')
  await server.grant(writer, server.space, 'write')
  await server.grant(writer, handbook, 'read')
  await server.createToken('ci-docs', { owner: 'mia' })
  await server.createToken('release-notes-of-the-desktop-application', { owner: 'mia' })
  await server.post({ pageTitle: 'Setup' })
  await server.post({ pageTitle: 'Setup' })
  await server.post({ pageTitle: 'Setup', content: 'New words', overwrite: true })
  const warned = '<video src="a.mp4"></video>\n\n<blink>Hi</blink>\n\n<object>x</object>'
  await server.post({ pageTitle: 'How to install it on every machine', content: warned })
  await server.post({ pageTitle: 'Nowhere', parentId: '999' })
  await server.post({ pageTitle: '' })
  return { administrator, writer }
}
