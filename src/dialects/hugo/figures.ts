/** `{{< figure src="a.png" caption="A" >}}`. @module */
import { oneLine } from '../alert.ts'
import { linkDestination } from '../components/cards.ts'
import type { Construct } from '../construct.ts'
import { argumentOf, shortcodeConstruct } from './shortcode-construct.ts'

/** https://gohugo.io/shortcodes/figure/ */
export const hugoFigures: Construct = shortcodeConstruct({
  name: 'figure',
  written: '{{< figure src="images/logo.png" alt="Logo" caption="Ours" width="200" >}}',
  becomes: '![Logo](images/logo.png "Ours"){width=200}',
  names: ['figure', 'img', 'image', 'picture', 'imgproc'],
  replace(shortcode) {
    const { kind, name, isBlock, content } = shortcode
    const source = argumentOf(shortcode, ['src', 'image', 'url', 'file'], 0)
    if (source === undefined) return undefined
    if (kind === 'pair') {
      return name === 'imgproc'
        ? { block: [`![](${linkDestination(source)})`, '', ...content] }
        : undefined
    }
    const alt = oneLine(argumentOf(shortcode, ['alt']) ?? '').replace(/[[\]]/g, '\\$&')
    const said = ['title', 'caption', 'attr'].flatMap((one) => argumentOf(shortcode, [one]) ?? [])
    const caption = oneLine(said.join(': ')).replaceAll('"', '\\"')
    const title = caption === '' ? '' : ` "${caption}"`
    const width = /^\d+(?=(?:px)?$)/.exec(argumentOf(shortcode, ['width']) ?? '')?.[0]
    const size = width === undefined ? '' : `{width=${width}}`
    const image = `![${alt}](${linkDestination(source)}${title})${size}`
    const link = argumentOf(shortcode, ['link', 'href'])
    const shown = link === undefined ? image : `[${image}](${linkDestination(link)})`
    return isBlock ? { block: [shown] } : { inline: shown }
  },
})
