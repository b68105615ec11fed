/** Sizes of images in each notation, linked images and rows of them. @module */
import { describe, test } from 'node:test'
import {
  type Expected,
  image,
  inlineImage,
  node,
  p,
  refusedOrSound,
  same,
  t,
} from '../../test/support/conversion/conversion-cases.ts'

function sized(block: object, media: object): Expected {
  return node('mediaSingle', { layout: 'center', ...block })(
    node('media', { type: 'external', url: 'u', alt: 'a', ...media })(),
  )
}
const wide = sized({ width: 300, widthType: 'pixel' }, { width: 300 })

describe('the size of an image', () => {
  for (const [markdown, expected] of [
    ['![a](u){width=300}', wide],
    ['![a](u){width="300px" .shadow}', wide],
    ['![a](u =300x)', wide],
    ['![a|300](u)', wide],
    ['![a](u){width=50%}', sized({ width: 50, widthType: 'percentage' }, {})],
    ['![a](u){height=20}', sized({}, { height: 20 })],
    ['![a|300x200](u)', sized({ width: 300, widthType: 'pixel' }, { width: 300, height: 200 })],
    ['![a](u =300x200)', sized({ width: 300, widthType: 'pixel' }, { width: 300, height: 200 })],
    ['![a|0](u)', sized({}, {})],
    ['![a](u){width=99999}', sized({}, {})],
  ] as const) {
    test(`is read from ${markdown}`, () => same(markdown, expected))
  }
  for (const [fact, markdown, ...expected] of [
    [
      'is read after a bare address',
      '![](https://x.y/u =300x)',
      {
        ...node('mediaSingle', { layout: 'center', width: 300, widthType: 'pixel' })(
          node('media', { type: 'external', url: 'https://x.y/u', width: 300 })(),
        ),
      },
    ],
    ['leaves other attributes as text', '![a](u){.b}', p(inlineImage('u', { alt: 'a' }), '{.b}')],
    [
      'leaves attributes of other things as text',
      'f(x){ **b**{width=1}',
      p('f(x){ ', t('b', 'strong'), '{width=1}'),
    ],
    ['leaves text without an image alone', 'f(x){width=1} =1x1)', p('f(x){width=1} =1x1)')],
  ] as const) {
    test(fact, () => same(markdown, ...expected))
  }

  for (const unit of [
    '![a](',
    '![a](u =x',
    ' =1x1)',
    '![a](u){',
    '){width=1}',
    '![a](u){width=1}',
  ]) {
    test(`is read, or refused, in many ${unit}`, () => {
      refusedOrSound(`${unit.repeat(Math.ceil(16_384 / unit.length))}){ =1x1)`)
    })
  }
})

describe('images', () => {
  test('keep their titles as captions', () => {
    same('![a](u "t")', {
      ...image('u', 'a'),
      content: [...(image('u', 'a').content as []), node('caption')({ type: 'text', text: 't' })],
    })
  })

  test('without an address are their description', () => same('![a]()', p('a')))
})
