/** The badges of the README are true. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { badgeFile, badges, drawBadge } from '../scripts/badges.ts'

for (const [name, badge] of Object.entries(badges())) {
  test(`docs/badges/${name}.svg says ${badge.label}: ${badge.value}`, () => {
    assert.equal(readFileSync(badgeFile(name), 'utf8'), drawBadge(badge))
  })
}
