/** Formulas, and what only looks like one. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Expected,
  linkTo,
  node,
  p,
  refusedOrSound,
  same,
  t,
  warned,
} from '../../test/support/conversion/conversion-cases.ts'
import { markdownToAdf } from './markdown-to-page.ts'

const tex = node('codeBlock', { language: 'tex' })
const formula = (body: string): Expected => ({
  type: 'inlineExtension',
  attrs: {
    extensionType: 'com.atlassian.confluence.macro.core',
    extensionKey: 'eazy-math-inline',
    parameters: { macroParams: { body: { value: body } } },
    text: `$${body}$`,
  },
})

describe('a formula', () => {
  test('in a table has bars without their backslashes', () => {
    const row = (type: string, ...cell: Expected[]): Expected =>
      node('tableRow')(node(type)(p(...cell)))
    same(
      '| a |\n|---|\n| $\\|x\\|$ |',
      node('table')(row('tableHeader', t('a')), row('tableCell', formula('|x|'))),
    )
    same('$\\|x\\|$', p(formula('\\|x\\|')))
  })
  test('of two signs is a code block where it stands alone', () => {
    same('$$ x $$', tex(t('x')))
    warned('a\n\n$$x$$', 'math-shown:3')
  })
  test('stands in headings, tasks and cells', () => {
    same('# $x$', node('heading', { level: 1 })(formula('x')))
    const task = node('taskItem', { localId: 'local-2', state: 'TODO' })(formula('x'))
    same('- [ ] $x$', node('taskList', { localId: 'local-1' })(task))
    const row = (type: string, cell: Expected): Expected => node('tableRow')(node(type)(p(cell)))
    same(
      '| $x$ |\n|---|\n| $y$ |',
      node('table')(row('tableHeader', formula('x')), row('tableCell', formula('y'))),
    )
  })
  test('is code under a link and other marks, which macros have not', () => {
    same('[$x$](/u)', p(t('$x$', linkTo('/u'))))
    same('~~$x$~~', p(t('$x$', 'code')))
    warned('[$x$](https://x.org/)', 'math-shown:1')
  })
  test('beyond the first two thousand is code', () => {
    const { adf } = markdownToAdf('$x$ '.repeat(2_001))
    const [paragraph] = adf.content
    const formulas = paragraph?.type === 'paragraph' ? (paragraph.content ?? []) : []
    assert.equal(formulas.filter(({ type }) => type === 'inlineExtension').length, 2_000)
    assert.deepEqual(formulas.at(-1), t('$x$', 'code'))
  })
  for (const [fact, markdown, ...expected] of [
    ['in a sentence is a macro', 'a $x_1 * y_2$, b', p('a ', formula('x_1 * y_2'), ', b')],
    ['may have two signs', 'a $$x$$', p('a ', formula('x'))],
    ['may have code inside', '$`x`$', p(formula('x'))],
    ['may go on in the next line', '$x\ny$', p(formula('x\ny'))],
    ['stands in bold words as elsewhere', '**a $x$**', p(t('a ', 'strong'), formula('x'))],
    ['of several lines is a code block', '$$\nx\n\ny\n$$', tex(t('x\n\ny'))],
    [
      'may be a code block of math',
      '```math\nx\n```',
      node('codeBlock', { language: 'math' })(t('x')),
    ],
  ] as const) {
    test(fact, () => same(markdown, ...expected))
  }

  test('on lines of its own is warned of', () => {
    warned('a $x$\n\n$$\ny\n$$\n\n```math\nz\n```', 'math-shown:3', 'math-shown:7')
  })
})

describe('a dollar sign', () => {
  for (const [markdown, ...expected] of [
    ['from $5 to $6 or $7', p('from $5 to $6 or $7')],
    ['US$5, C$6', p('US$5, C$6')],
    ['$HOME/$USER', p('$HOME/$USER')],
    ['a$b$c', p('a$b$c')],
    ['*$5* and $6', p(t('$5', 'em'), ' and $6')],
    ['$5 and $x$', p('$5 and ', formula('x'))],
    ['$5, $x$ or $y$, a$b$', p('$5, ', formula('x'), ' or ', formula('y'), ', a$b$')],
    ['\\$5 and $6', p('$5 and $6')],
    ['$$\na\n\n- b', p('$$ a'), node('bulletList')(node('listItem')(p('b')))],
    ['$$a\nb$$', p('$$a b$$')],
    ['$9 a seat, or S$ 12', p('$9 a seat, or S$ 12')],
    ['$9, S$ 12', p('$9, S$ 12')],
    ['Rent is $900 (US$).', p('Rent is $900 (US$).')],
    ['Mine was $.50, now it is 70$ again', p('Mine was $.50, now it is 70$ again')],
    ['$9 here, S$ there, $x$', p('$9 here, S$ there, ', formula('x'))],
    ['书 $5，另一本 40$。', p('书 $5，另一本 40$。')],
    [
      '$2 AB$, $5 cm$, $7 mod 3$',
      p(formula('2 AB'), ', ', formula('5 cm'), ', ', formula('7 mod 3')),
    ],
    ['$5 \\text{ of } 7$', p(formula('5 \\text{ of } 7'))],
    ['$', p('$')],
    ['$$', p('$$')],
  ] as const) {
    test(`is text in ${JSON.stringify(markdown)}`, () => {
      same(markdown, ...expected)
    })
  }

  for (const unit of ['$', '$5 ', '$x$', '$$\n', '$x', '$ $', '$`', '> $$\n']) {
    test(`is read quickly in many ${JSON.stringify(unit)}`, () => {
      refusedOrSound(unit.repeat(Math.ceil(8_192 / unit.length)))
    })
  }
})
