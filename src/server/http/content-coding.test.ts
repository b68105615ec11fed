import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseCoding } from './content-coding.ts'

test('chooses what the client likes best, and brotli of those it likes equally', () => {
  for (const [header, coding] of [
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;Q=1', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0, gzip;q=0.001', 'gzip'],
    ['gzip;q=0', undefined],
    ['*;q=0', undefined],
    ['identity;q=0', undefined],
    ['deflate, zstd, x-br, brr', undefined],
  ] as const) {
    assert.equal(chooseCoding(header), coding, header)
  }
})

test('takes what is no weight for a refusal, and long headers in one pass', () => {
  for (const header of [
    'gzip;q=',
    'gzip;q=abc',
    'gzip;q=-1',
    'gzip;q=2',
    'gzip;level=9',
    'gzip;q=1e0',
  ]) {
    assert.equal(chooseCoding(header), undefined, header)
  }
  for (const part of [',', ';', 'gzip;', 'br;q=0.', ' ', '\t;q=0,', 'x;q=1,']) {
    const header = part.repeat(16_384 / part.length)
    assert.ok([undefined, 'br', 'gzip'].includes(chooseCoding(header)))
  }
})
