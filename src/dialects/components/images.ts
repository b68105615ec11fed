/** `<Image src="a.png" alt="A">`, `<ThemedImage>`, and `<Frame caption="A">` around them. @module */
import { oneLine } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { importsOf } from '../mdx/javascript.ts'
import { type Component, componentConstruct, spokenAttribute } from './component-construct.ts'
import { linkDestination } from './links.ts'

/** Images that a component shows. */
export const componentImages: Construct = componentConstruct({
  name: 'image as a component',
  written: '<Image src="images/logo.png" alt="Our logo" />',
  becomes: '![Our logo](images/logo.png)',
  names: ['Image', 'Img', 'ThemedImage', 'ZoomImage', 'Picture'],
  replace(component) {
    const source = sourceOf(component)
    if (source === undefined) return undefined
    const { attributes, isBlock } = component
    const alt = oneLine(spokenAttribute(attributes, 'alt') ?? '').replace(/[[\]]/g, '\\$&')
    const title = spokenAttribute(attributes, 'caption', 'title')?.replaceAll('"', "'")
    const caption = title === undefined ? '' : ` "${oneLine(title)}"`
    const image = `![${alt}](${linkDestination(source)}${caption})`
    return isBlock ? { block: [image] } : { inline: image }
  },
})

function sourceOf({ attributes, document }: Component): string | undefined {
  const words = spokenAttribute(attributes, 'src', 'img', 'light', 'url')
  if (words !== undefined) return words
  const { expressions } = attributes
  const expression =
    expressions.get('src') ?? expressions.get('img') ?? expressions.get('sources') ?? ''
  return (
    addressIn(expression) ?? importsOf(document).get(expression.replace(/\.(?:src|default)$/, ''))
  )
}

/**
 * Find the first address of an expression: `require('./a.png').default`, `{{ light: '/a.png' }}`.
 */
export function addressIn(expression: string): string | undefined {
  return /["'`]([^"'`$\n]{1,1000}\.\w{2,5})["'`]/.exec(expression)?.[1]
}

const onlyImage = /^(!\[[^\n]*\]\([^\s()]+)\)$/

/** An image with a caption below it. */
export const componentFrame: Construct = componentConstruct({
  name: 'frame',
  written: '<Frame caption="The logo">\n  ![Logo](images/logo.png)\n</Frame>',
  becomes: '![Logo](images/logo.png "The logo")',
  names: ['Frame'],
  replace({ kind, attributes, content }) {
    if (kind !== 'pair') return undefined
    const caption = oneLine(spokenAttribute(attributes, 'caption', 'title') ?? '')
    if (caption === '') return { block: content }
    const [first] = content
    const [, image] = (content.length === 1 && onlyImage.exec(first?.text ?? '')) || []
    if (image === undefined || caption.includes('"')) return { block: [...content, '', caption] }
    return { block: [`${image} "${caption}")`] }
  },
})
