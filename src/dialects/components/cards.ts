/** `<Card title="A" href="/a">` and the groups of them. @module */
import { oneLine } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { componentConstruct, spokenAttribute } from './component-construct.ts'

const groups = [
  ...['CardGroup', 'Cards', 'CardGrid', 'CardList', 'Columns', 'Column', 'Row', 'Col', 'Grid'],
]

/** The title stands above what the card says, and links to where it leads. */
export const componentCards: Construct = componentConstruct({
  name: 'card',
  written: '<Card title="Setup" href="guide/setup.md">\n  How to begin.\n</Card>',
  becomes: '**[Setup](guide/setup.md)**\n\nHow to begin.',
  names: [...groups, 'Card', 'Cards.Card', 'LinkCard'],
  replace({ name, attributes, content }) {
    if (groups.includes(name)) return { block: content }
    const title = spokenAttribute(attributes, 'title', 'label', 'header', 'heading')
    const address = spokenAttribute(attributes, 'href', 'to', 'link', 'url')
    const description = spokenAttribute(attributes, 'description')
    const shown = title ?? (content.length === 0 ? address : undefined)
    if (shown === undefined && content.length === 0) return undefined
    const text = shown === undefined ? [] : [linked(oneLine(shown), address), '']
    const more = description === undefined ? [] : [description, '']
    return { block: [...text, ...more, ...content].slice(0, content.length === 0 ? -1 : undefined) }
  },
})

function linked(title: string, address: string | undefined): string {
  return address === undefined ? `**${title}**` : `**[${title}](${linkDestination(address)})**`
}

/** Write an address so that it ends where it should. */
export function linkDestination(address: string): string {
  return /[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, encodeURIComponent)}>` : address
}
