/** Components that a site gives to all its pages, where they are plain: they are filled in, never run. @module */
import { componentSyntax, readComponentAttributes } from '../components/component-tags.ts'
import type { Construct } from '../construct.ts'
import { textOfLines } from '../lines-of.ts'
import { replaceTags } from '../replace-tags.ts'
import { fillComponent } from './plain-component.ts'

/** https://docusaurus.io/docs/markdown-features/react#mdx-component-scope */
export const mdxSiteComponents: Construct = {
  name: 'component that the site gives to all pages, where it is plain',
  written: '<Spoken by="Ada">\n\nSome words.\n\n</Spoken>',
  becomes: '<div><b>Ada</b>\n\nSome words.\n\n</div>',
  sign: /<[A-Z]/,
  read: (lines, context) =>
    replaceTags(lines, componentSyntax, ({ name, kind, attributes, content, isBlock, line }) => {
      const address = kind === 'pair' || kind === 'single' ? context.componentFile(name) : undefined
      if (address === undefined || /\.mdx?$/.test(address)) return undefined
      const source = context.readInclude(address, line, true)?.text ?? ''
      const words = textOfLines(content)
      const children = isBlock ? `\n\n${words}\n\n` : words
      const html = fillComponent(source, readComponentAttributes(attributes).words, children)
      if (html === undefined) return undefined
      return isBlock ? { block: [html.trim()] } : { inline: html.trim().replace(/\s*\n\s*/g, ' ') }
    }),
}
