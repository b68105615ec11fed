/** Text that others wrote: seen as it is, and obeyed by nobody. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { listed } from '../../../test/support/samples/listed.ts'
import { visibleJson, visibleLine, visibleText } from './visible-text.ts'

test('leaves text of any language alone', () => {
  for (const text of listed('Größe¦Ελληνικά¦中文¦עברית¦العربية¦🇺🇦 ❤️ 👍🏽¦a # b¦# [x]')) {
    assert.equal(visibleText(text), text)
  }
})

test('shows what cannot be seen', () => {
  const cases: readonly [text: string, shown: string][] = [
    ['a\u001b]0;title\u0007b', 'a\\u001b]0;title\\u0007b'],
    ['a\u009b31mb', 'a\\u009b31mb'],
    ['a\nb\r\tc', 'a\\nb\\r\\tc'],
    ['\u007f', '\\u007f'],
    ['\u202egnp.exe', '\\u202egnp.exe'],
    ['\u2066a\u2069', '\\u2066a\\u2069'],
    ['\u200e\u200f\u061c', '\\u200e\\u200f\\u061c'],
    ['\u200b\u200d\ufeff\u00ad\u3164', '\\u200b\\u200d\\ufeff\\u00ad\\u3164'],
    ['\u2028\u2029', '\\u2028\\u2029'],
    ['\ud800', '\\ud800'],
    ['\u{e0041}', '\\u{e0041}'],
  ]
  for (const [text, shown] of cases) assert.equal(visibleText(text), shown)
})

test('breaks commands of CI systems up', () => {
  assert.equal(visibleText('a ##vso[task.setvariable]b'), 'a #\\u0023vso[task.setvariable]b')
  assert.equal(visibleText('###[error]'), '##\\u0023[error]')
  assert.equal(visibleText("##teamcity[message text='x']"), "#\\u0023teamcity[message text='x']")
  assert.equal(visibleLine('::add-mask::x'), '\\u003a:add-mask::x')
  assert.equal(visibleLine('\u00a0 ::stop-commands::x'), '\u00a0 \\u003a:stop-commands::x')
  assert.equal(visibleLine('std::vector'), 'std::vector')
})

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('::', '##', '[', 'vso', '\n', '\r', '\u001b[2J', '\u202e', ' ', '\\', '"'),
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    ),
  )
  .map((parts) => parts.join(''))

/** Written independently from the standards, so that a mistake in the code is not repeated here. */
function assertHarmless(text: string): void {
  for (const character of text) {
    const code = character.codePointAt(0) as number
    const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f)
    const isBidi = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
    const isMark = [0x61c, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0xfeff].includes(
      code,
    )
    assert.ok(!isControl && !isBidi && !isMark, `U+${code.toString(16)}`)
  }
  assert.ok(text.isWellFormed())
  assert.doesNotMatch(text, /##\w*\[/)
}

test('is harmless for any text, and stays the same when it is shown again', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const line = visibleLine(text)
      assertHarmless(line)
      assert.doesNotMatch(line, /^\s*::/)
      assert.equal(visibleLine(line), line)
    }),
  )
})

test('keeps the value of JSON', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const json = visibleJson(JSON.stringify({ [text]: [text] }))
      assertHarmless(json)
      assert.deepEqual(JSON.parse(json), { [text]: [text] })
    }),
  )
})
