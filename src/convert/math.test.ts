/** Formulas, and what only looks like one. @module */
import { describe, test } from 'node:test'
import {
  linkTo,
  node,
  p,
  refusedOrSound,
  same,
  t,
  warned,
} from '../../test/support/conversion-cases.ts'

const tex = node('codeBlock', { language: 'tex' })

describe('a formula', () => {
  test('in a sentence is code, as it is written', () => {
    same('a $x_1 * y_2$, b', p('a ', t('$x_1 * y_2$', 'code'), ', b'))
  })
  test('may have two signs', () => same('$$x$$', p(t('$$x$$', 'code'))))
  test('may have code inside', () => same('$`x`$', p(t('$`x`$', 'code'))))
  test('gives way to a link', () => same('[$x$](/u)', p(t('$x$', linkTo('/u')))))
  test('of several lines is a code block', () => same('$$\nx\n\ny\n$$', tex(t('x\n\ny'))))
  test('may be a code block of math', () => same('```math\nx\n```', tex(t('x'))))
  test('is warned of', () => {
    warned('a $x$\n\n$$\ny\n$$\n\n```math\nz\n```', 'math-shown:1', 'math-shown:3', 'math-shown:7')
  })
})

describe('a dollar sign', () => {
  for (const [markdown, ...expected] of [
    ['from $5 to $6 or $7', p('from $5 to $6 or $7')],
    ['US$5, C$6', p('US$5, C$6')],
    ['$HOME/$USER', p('$HOME/$USER')],
    ['a$b$c', p('a$b$c')],
    ['*$5* and $6', p(t('$5', 'em'), ' and $6')],
    ['$5 and $x$', p('$5 and ', t('$x$', 'code'))],
    ['\\$5 and $6', p('$5 and $6')],
    ['$$\na\n\n- b', p('$$ a'), node('bulletList')(node('listItem')(p('b')))],
    ['$$a\nb$$', p('$$a b$$')],
    ['$', p('$')],
    ['$$', p('$$')],
  ] as const) {
    test(`is text in ${JSON.stringify(markdown)}`, () => {
      same(markdown, ...expected)
    })
  }

  for (const unit of ['$', '$5 ', '$x$', '$$\n', '$x', '$ $', '$`', '> $$\n']) {
    test(`is read quickly in many ${JSON.stringify(unit)}`, () => {
      refusedOrSound(unit.repeat(Math.ceil(65_536 / unit.length)))
    })
  }
})
