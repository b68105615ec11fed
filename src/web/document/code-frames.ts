/** Blocks of code as pages show them: what the code is stands above it, with what can be done with it. @module */

/** The renderer escapes what content says, so that such tags are always of blocks of code. */
const opening =
  /(?:<p><strong>([^<>]{1,200})<\/strong><\/p>)?<pre tabindex="0"><code(?: class="language-([^"]*)")?>/g
const fileName = /^(?:\S*[\w)\]-]\.[A-Za-z]\w{0,9}|(?:\S*\/)?(?:Dockerfile|Makefile|\.\w[\w.-]*))$/

/**
 * Put each block of code into a frame that names its language, and its file where that is known: by a
 * line of its own in bold above it, which is what the conversion makes of a block's title.
 * @param html What the renderer made of a document.
 */
export function frameCode(html: string): string {
  return html
    .replace(opening, (tags, title: string | undefined, language = '') => {
      const isFile = title !== undefined && fileName.test(title)
      const words = isFile ? `<span class="code-title">${title}</span>` : ''
      const kind = language === '' ? '' : `<span class="code-language">${language}</span>`
      const at = tags.indexOf('<pre ')
      const before = isFile ? '' : tags.slice(0, at)
      return `${before}<div class="code"><div class="code-head">${words}${kind}</div>${tags.slice(at)}`
    })
    .replaceAll('</code></pre>', '</code></pre></div>')
}
