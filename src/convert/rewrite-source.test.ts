/** What is meant, though the parser reads it otherwise. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Expected,
  image,
  linkTo,
  node,
  p,
  refusedOrSound,
  same,
  t,
  warned,
} from '../../test/support/conversion/conversion-cases.ts'
import { rewriteSource } from './rewrite-source.ts'

const link = (url: string, words = url): Expected => t(words, linkTo(url))

/** A table of one column, with cells below the header `a`. */
function column(...cells: (readonly Expected[])[]): Expected {
  const row = (type: string, content: readonly Expected[]): Expected =>
    node('tableRow')(node(type)(p(...content)))
  return node('table')(
    row('tableHeader', [t('a')]),
    ...cells.map((content) => row('tableCell', content)),
  )
}

describe('an attribute without quotes', () => {
  for (const [fact, markdown, ...expected] of [
    ['has slashes', '<img src=pics/tree.png>', image('pics/tree.png')],
    [
      'is an address',
      'a <a href=https://u.org/v?w>b</a>, <a rel=x href=../c#d >e</a>',
      p('a ', link('https://u.org/v?w', 'b'), ', ', link('../c#d', 'e')),
    ],
    [
      'is no attribute where code interrupts the tag',
      '<a b=/><E f=`c/d`/>',
      p('<a b=/>', '<E f=', t('c/d', { type: 'code' }), '/>'),
    ],
    [
      'has backslashes',
      'a <a href=b\\c>d</a> <E f=g\\h>',
      p('a ', link('b\\c', 'd'), ' ', '<E f=g\\h>'),
    ],
    ['ends with the slash before the bracket', 'a <a href=b/>c</a>', p('a ', link('b/', 'c'))],
    ['stands in the next line', 'a <a\nhref=b/c>d</a>', p('a ', link('b/c', 'd'))],
    ['stands in a table', '| a |\n|---|\n| <a href=b/c>d</a> |', column([link('b/c', 'd')])],
    [
      'stays as it is in code',
      '`<a href=b/c>`\n\n    <a href=b/c>\n\n~~~\n<a href=b/c>\n~~~',
      p(t('<a href=b/c>', 'code')),
      node('codeBlock')(t('<a href=b/c>')),
      node('codeBlock')(t('<a href=b/c>')),
    ],
    ['is shown as it is written', 'a <B c=d/e>', p('a ', '<B c=d/e>')],
    ['is text behind a backslash', '\\<a href=b/c>', p('<a href=b/c>')],
    ['is no address', '[a](<b c=d/e>)', p(link('b c=d/e', 'a'))],
    [
      'may have signs between blocks',
      '<p>\n<a href=b?c=d&amp;e=f>g</a>\n</p>',
      p(link('b?c=d&e=f', 'g')),
    ],
  ] as const) {
    test(fact, () => same(markdown, ...expected))
  }

  test('warns of a relative address', () => {
    warned('a\n\n<img src=b/c.png width=3>', 'relative-address:3')
  })
})

describe('emphasis beside Chinese, Japanese and Korean', () => {
  for (const [fact, markdown, ...expected] of [
    ['ends behind a mark', '甲**乙。**丙', p('甲', t('乙。', 'strong'), '丙')],
    ['begins before a mark', '甲*「乙」*丙', p('甲', t('「乙」', 'em'), '丙')],
    ['ends before Latin letters', '**甲：**abc', p(t('甲：', 'strong'), 'abc')],
    ['is striking out', '甲~~（乙）~~丙', p('甲', t('（乙）', 'strike'), '丙')],
    ['is Korean', '**가(나)**다', p(t('가(나)', 'strong'), '다')],
    ['is Japanese', '**あ（い）**う', p(t('あ（い）', 'strong'), 'う')],
    ['has letters of two halves', '𠮷**（乙）**𠮷', p('𠮷', t('（乙）', 'strong'), '𠮷')],
    [
      'is around a link',
      '甲**[乙](https://u)**丙',
      p('甲', t('乙', 'strong', linkTo('https://u')), '丙'),
    ],
    ['is around code', '甲~~`乙`~~丙', p('甲', t('乙', 'code'), '丙')],
    ['needs no help', '**甲**乙*丙*', p(t('甲', 'strong'), '乙', t('丙', 'em'))],
    ['is none in code', '`甲**乙。**丙`', p(t('甲**乙。**丙', 'code'))],
    ['is none behind a backslash', '甲\\*\\*乙。\\*\\*丙', p('甲**乙。**丙')],
    ['is none in an address', 'https://u/甲*（乙）*丙', p(link('https://u/甲*（乙）*丙'))],
    ['is none for Latin letters', 'a**b.**c', p('a**b.**c')],
  ] as const) {
    test(fact, () => same(markdown, ...expected))
  }

  test('is read quickly', () => refusedOrSound('甲*（'.repeat(5_000)))
})

test('places in a rewritten document are known in its source', () => {
  const source = 'a\r\n甲**（乙）**丙 `甲**（` <b c=d/e>f'
  const { text, toSource } = rewriteSource(source)
  assert.equal(text, 'a\r\n&#30002;**（乙）**&#19993; `甲**（` <b c=d&#47;e>f')
  for (const part of ['a', '**（乙', ' `', '<b c', '>f']) {
    assert.equal(toSource(text.indexOf(part)), source.indexOf(part), part)
  }
  assert.equal(toSource(text.length), source.length)
  assert.equal(toSource(text.indexOf('30002')), source.indexOf('甲'))
})
