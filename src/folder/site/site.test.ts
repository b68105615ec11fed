/** Addresses that a site had before. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redirected } from './site.ts'

const redirects = [
  { from: '/a', to: '/b' },
  { from: 'old/:slug*', to: '/new/:slug*' },
  { from: '/gone/:id', to: '/new' },
  { from: '/two', to: '/a' },
  { from: '/round', to: '/round' },
  { from: '/web', to: 'https://a.example/b' },
  { from: '/part', to: '/b#c' },
]

test('leads to the address of now, by way of others', () => {
  for (const [path, expected] of [
    ['a', 'b'],
    ['a/', 'b'],
    ['old/x/y', 'new/x/y'],
    ['old', undefined],
    ['older/x', undefined],
    ['gone/7', 'new'],
    ['two', 'b'],
    ['part', 'b'],
    ['web', undefined],
    ['c', undefined],
  ] as const) {
    assert.equal(redirected(path, redirects), expected, path)
  }
})

test('ends, wherever it leads', () => {
  assert.equal(redirected('round', redirects), 'round')
  const growing = [{ from: '/a:rest*', to: '/aa:rest*' }]
  assert.equal(redirected('a', growing), 'aaaaaa')
})
