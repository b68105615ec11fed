/** Names of emoji. @module */
import { describe, test } from 'node:test'
import { p, refusedOrSound, same, t } from '../../../test/support/conversion/conversion-cases.ts'

describe('an emoji', () => {
  for (const [markdown, expected] of [
    [':smile:', '😄'],
    ['a :+1:, :-1: and :TADA:!', 'a 👍, 👎 and 🎉!'],
    [':man_technologist:', '👨‍💻'],
    [':one: :keycap_ten: :100:', '1️⃣ 🔟 💯'],
    [':de: :brazil: :pirate_flag:', '🇩🇪 🇧🇷 🏴‍☠️'],
    [':a::b:', '🅰️🅱️'],
    [':foo: 10:30:45 x:v:y', ':foo: 10:30:45 x:v:y'],
    [':constructor:', ':constructor:'],
  ] as const) {
    test(`of ${markdown} is ${expected}`, () => same(markdown, p(expected)))
  }

  test('is none in code', () => same('`:smile:`', p(t(':smile:', 'code'))))

  for (const unit of [':a:', ':', ':a', ':+1: ']) {
    test(`is found among many ${unit}`, () => refusedOrSound(unit.repeat(20_000)))
  }
})
