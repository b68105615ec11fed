import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  countOf,
  findId,
  findText,
  idOf,
  listOf,
  memberOf,
  parseSiteJson,
  textIn,
  timeOf,
} from './site-json.ts'

const unreadable = { name: 'UnreadableAnswerError' }

test('parses JSON', () => {
  const value = { text: 'brackets [[[ and "quotes" \\', list: [1, [2]], none: null }
  assert.deepEqual(parseSiteJson(JSON.stringify(value)), value)
})

test('refuses what is none, too deep, or of too many parts', () => {
  for (const text of [
    '',
    '<html>',
    '{"a":1',
    '"unended',
    '"ends in \\',
    '['.repeat(10_000_000),
    '{"a":'.repeat(1_000_000),
    '['.repeat(200) + ']'.repeat(200),
    `[${'{},'.repeat(1_000_000)}{}]`,
    `[${'0,'.repeat(5_000_000)}0]`,
  ]) {
    assert.throws(() => parseSiteJson(text), unreadable)
  }
  const deepInText = JSON.stringify({ body: `"${'['.repeat(1_000_000)}` })
  assert.ok(parseSiteJson(deepInText), 'a body is one text')
})

test('reads members, and takes nothing for what it is not', () => {
  const json = JSON.parse(
    '{"id":12,"name":"x","n":"3","at":"2026-01-01T02:00:00.000+02:00","list":[1],"null":null,"in":{"a":"b"},"__proto__":{"evil":"1"}}',
  )
  assert.equal(idOf(json, 'id'), '12')
  assert.equal(textIn(json, 'name'), 'x')
  assert.equal(textIn(json, 'in', 'a'), 'b')
  assert.equal(countOf(json, 'n'), 3)
  assert.equal(timeOf(json, 'at'), '2026-01-01T00:00:00.000Z')
  assert.deepEqual(listOf(json, 'list'), [1])
  assert.equal(memberOf(json, 'null'), undefined)
  assert.equal(findText(json, 'toString'), undefined)
  assert.equal(findText(json, 'evil'), undefined)
  for (const value of [undefined, null, 1, 'text', [], {}, { x: {} }, { x: [] }, { x: true }]) {
    assert.throws(() => idOf(value, 'x'), unreadable)
    assert.throws(() => textIn(value, 'x'), unreadable)
    assert.throws(() => countOf(value, 'x'), unreadable)
    assert.equal(timeOf(value, 'x'), '1970-01-01T00:00:00.000Z')
  }
  assert.throws(() => listOf({ x: {} }, 'x'), unreadable)
})

test('takes no path, no fraction and no endless text for an id or a number', () => {
  for (const id of ['', '../1', 'a/b', 'a b', 1.5, -0.5, 1e300, 'x'.repeat(300), ['1']]) {
    assert.equal(findId({ id }, 'id'), undefined, String(id))
  }
  for (const number of ['', '-1', 1.5, '1e3', ' 1', '9'.repeat(20), Number.NaN]) {
    assert.throws(() => countOf({ number }, 'number'), unreadable, String(number))
  }
})

test('gives texts that every store can keep', () => {
  assert.equal(textIn({ x: 'a\0b\ud800c' }, 'x'), 'a\uFFFDb\uFFFDc')
})
