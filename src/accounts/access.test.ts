/** The list of tokens says what each request would find. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../test/support/base/seeded-random.ts'
import { openTestAuth } from '../../test/support/store/test-auth.ts'
import { forEachEngine } from '../../test/support/store/test-engines.ts'
import { createSpace } from '../wiki/store/create-space.ts'
import { userGroups } from './groups.ts'
import { type AccessLevel, accessOf } from './reader.ts'
import { listTokens } from './tokens/tokens.ts'
import type { User } from './users.ts'

const administrator = 'person-4'

forEachEngine((open) => {
  test('lists which tokens reach a space', async () => {
    const { database, ids, clock, users, access, tokens } = await openTestAuth(open)
    const random = seededRandom(7)
    const level = (): AccessLevel => (random() < 0.5 ? 'read' : 'write')
    const groups = userGroups(database, ids, clock)
    const team = await groups.create('team', 'test')
    const people: User[] = []
    for (let index = 0; index < 9; index += 1) {
      const name = `person-${index}`
      const isAdministrator = name === administrator
      people.push(await users.create({ name, isAdministrator, createdBy: 'test' }))
      if (random() < 0.3) await groups.add(team.id, name, 'test')
    }
    const spaces: { key: string; spaceId: number }[] = []
    for (const key of ['AA', 'BB', 'CC', 'DD']) {
      const userId = people[0]?.id ?? 0
      const { id } = await createSpace(database, ids, clock, { key, name: key, userId })
      spaces.push({ key, spaceId: Number(id) })
    }
    for (const { spaceId } of spaces) {
      if (random() < 0.4) await groups.grant(team.id, spaceId, level(), 'test')
      for (const { id: userId } of people) {
        if (random() > 0.3) continue
        await access.grant({ userId, spaceId, access: level(), grantedBy: 'test' })
      }
    }
    for (const { spaceId } of spaces) await groups.grant(0, spaceId, 'write', 'test')
    for (const [index, { name }] of people.entries()) {
      const key = spaces[index % spaces.length]?.key ?? ''
      const made = { owner: name, lifetimeMs: 60_000, createdBy: 'test' }
      await tokens.create({ ...made, name: `${name}-all` })
      await tokens.create({ ...made, name: `${name}-${key}`, spaces: [key] })
    }
    for (const { spaceId } of spaces) await groups.revoke(0, spaceId, 'test')

    const compare = async (): Promise<void> => {
      const reaching = new Set<string>()
      for (const { id: userId, name } of people) {
        for (const { key, spaceId } of spaces) {
          const level = await accessOf(database, { userId }, spaceId)
          if (level === 'write') reaching.add(`${name}-all`).add(`${name}-${key}`)
        }
      }
      for (const { name, hasSpace } of await listTokens(database)) {
        assert.equal(hasSpace, reaching.has(name), name)
      }
      assert.ok(reaching.size > 5 && reaching.size < 36)
    }
    await compare()
    await groups.grant(0, spaces[1]?.spaceId ?? 0, 'read', 'test')
    await compare()
    await groups.grant(0, spaces[2]?.spaceId ?? 0, 'write', 'test')
    await compare()
  })
})
