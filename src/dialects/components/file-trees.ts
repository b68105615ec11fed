/** Trees of files: `<FileTree>` around a list, or around `<Folder name="a">` and `<File name="b" />`. @module */
import { codeSpanOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { componentConstruct, spokenAttribute } from './component-construct.ts'

const groups = ['FileTree', 'Files', 'Tree']

/** A list becomes of it, one level deeper in each folder. */
export const componentFileTrees: Construct = componentConstruct({
  name: 'tree of files',
  written:
    '<FileTree>\n  <Folder name="docs">\n    <File name="setup.md" />\n  </Folder>\n</FileTree>',
  becomes: '- `docs`\n  - `setup.md`',
  names: [
    ...groups,
    'Folder',
    'File',
    ...['FileTree', 'Tree'].flatMap((one) => [`${one}.Folder`, `${one}.File`]),
  ],
  replace({ kind, name, attributes, content }) {
    // One list: blank lines would part its items.
    const items = content.filter(({ text }) => text.trim() !== '')
    if (groups.includes(name)) return kind === 'pair' ? { block: items } : undefined
    const named = spokenAttribute(attributes, 'name', 'label')
    if (named === undefined) return undefined
    return {
      block: [`- ${codeSpanOf(named)}`, ...items.map((one) => ({ ...one, text: `  ${one.text}` }))],
    }
  },
})
