/** Code in storage format: Confluence's macro, with the languages that it knows. @module */
import { editorLanguage } from '../adf/editor-language.ts'
import { macro, plainBody } from './storage-xml.ts'
import { codeOf, textValue, type UncheckedNode } from './unchecked-node.ts'

/**
 * The macro's own names of languages, on Data Center, with other names for the same. Any other is an
 * error there that hides the code.
 */
const languages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    actionscript3: ['actionscript'],
    applescript: [],
    bash: ['shell', 'sh', 'zsh', 'console'],
    'c#': ['csharp', 'cs'],
    coldfusion: [],
    cpp: ['c++', 'c'],
    css: [],
    delphi: ['pascal'],
    diff: ['patch'],
    erl: ['erlang'],
    groovy: [],
    java: [],
    jfx: ['javafx'],
    js: ['javascript', 'jsx', 'typescript', 'tsx', 'json'],
    php: [],
    powershell: [],
    py: ['python'],
    ruby: ['rb'],
    sass: ['scss'],
    scala: [],
    sql: [],
    text: ['plaintext', 'none'],
    vb: ['visualbasic'],
    xml: ['html', 'xhtml', 'svg'],
    yml: ['yaml'],
  }).flatMap(([name, others]) => [name, ...others].map((known) => [known, name])),
)

export function codeBlockStorage(node: UncheckedNode<'codeBlock'>): string {
  const name = textValue(node.attrs?.language).toLowerCase()
  const language = languages.get(name) ?? languages.get(editorLanguage(name)) ?? ''
  return macro('code', { language }, plainBody(codeOf(node)))
}
