/** What authors can do about what readers lose. @module */

const hidden = 'Move it to where nothing is hidden, if it is to be published.'
const ignored = 'Name it in --allow-ignored, if it is to be published.'
const outside = 'Copy it into the repository.'
const picture = 'Save it as PNG, JPEG, GIF, WebP, AVIF or SVG.'

/** By the code of the warning. */
const mends: Readonly<Record<string, string>> = {
  'anchor-missing': 'Name a heading that is there.',
  'file-too-large': 'Raise --max-file, or name its --source-url.',
  'folder-unreadable': 'Let the program read it, or leave it out by --exclude.',
  'format-left-out': 'Write it in Markdown; rst2myst converts it.',
  'header-lost': 'Say it in Markdown, or by the options of the import.',
  'image-dropped': picture,
  'image-hidden': hidden,
  'image-ignored': ignored,
  'image-missing': 'Correct the address, or add the file.',
  'image-outside': outside,
  'image-too-large': 'Make it smaller, or raise --max-body here and at the service.',
  'image-unreadable': 'Let the program read it.',
  'image-unsupported': picture,
  'include-hidden': hidden,
  'include-ignored': ignored,
  'include-missing': 'Correct the address, or add the file.',
  'include-outside': outside,
  'link-missing': 'Correct the link, or add the file.',
  'link-not-imported': 'Mend the file that it leads to.',
  'link-outside': 'Correct the link, or import the file as well.',
  'link-unmended': 'Import again.',
  'relative-address': 'Write it with its host, or import its whole folder.',
  'settings-hidden': 'Move it to where nothing is hidden.',
  'settings-ignored': 'Name it in --allow-ignored.',
  'settings-outside': outside,
  'symlink-broken': 'Mend it or take it away.',
  'symlink-hidden': hidden,
  'symlink-ignored': ignored,
  'symlink-outside': outside,
  'syntax-left-out': 'Write in Markdown what readers need of it.',
  'syntax-shown': 'Write it in Markdown, or say by --dialect what it is.',
}

/** Find what can be done about a kind of warning; nothing has to be about most that lose nothing. */
export function mendOf(code: string): string | undefined {
  return Object.hasOwn(mends, code) ? mends[code] : undefined
}
